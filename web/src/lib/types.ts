// Written by tools/page_types.py from src/dicecup/table/wire.py and src/dicecup/view.py: change those.

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type Face = string | number;

export type Kind = "open" | "human" | "bot";

export type Phase = "waiting" | "playing" | "over";

/** A die of the crossword. */
export interface Cell {
  face: string;
  number: number;
  red: boolean;
  x: number;
  y: number;
}

/** Something the seat may do now: `move` is its notation. `dice` are the numbers of the dice it keeps, `row` the line of the sheet it fills, `worth` what that scores, `ask` a question before something that is easily regretted. */
export interface Choice {
  ask?: Message;
  dice?: number[];
  label: Message;
  move: string;
  row?: number;
  worth?: number;
}

export interface Crossword {
  cells: Cell[];
}

/** A die on the table. `mark` says how it lies: rolled, kept, aside, red, waiting … */
export interface DieView {
  face: Face | null;
  mark: string;
  number: number;
}

/** A number on its way to a mark, such as a dice total on its way to 13. */
export interface Gauge {
  goal: number;
  label: Message;
  value: number;
}

/** The dice a seat holds, face up. */
export interface Hand {
  dice: DieView[];
  seat: number;
  slurped?: boolean;
}

/** `say` is a key of the game's catalogue, `params` what its words are filled with. */
export interface Message {
  params: { [key: string]: Plain };
  say: string;
}

/** A die of the hand laid on the crossword: into an empty cell, or pushed in before the die of that cell. */
export interface Placed {
  die: number;
  x: number;
  y: number;
  push?: "across" | "down" | null;
}

/** A line of the score sheet: a cell for each seat, None while it is empty. `strong` marks totals. */
export interface Row {
  cells: (Face | null)[];
  label: Message;
  strong?: boolean;
}

/** A move as hands lay it on the table, before anybody has said that it is one. */
export interface Sketch {
  placed?: Placed[];
  swap?: Swap | null;
}

/** A die of the crossword slurped: the die of the hand that is put in its place, and the seat that gets it. */
export interface Swap {
  x: number;
  y: number;
  die: number;
  to: number;
}

/** One position, for one pair of eyes. `seat` is None for somebody who watches; `choices` are the seat's own. */
export interface View {
  choices: Choice[];
  crossword?: Crossword;
  dice: DieView[];
  game: string;
  gauge?: Gauge;
  hands?: Hand[];
  scores: number[];
  seat: number | null;
  sheet: Row[];
  status: Message[];
  turn: number | "chance" | "over";
  winners: number[] | null;
}

/** The host adds an open seat behind the others, for one more friend or bot. */
export interface Add {
  do: "add";
  key: string;
}

/** What became of a command. Where it was refused, `code` says why to programs and `text` to people. */
export interface Answer {
  is: "answer";
  key: string;
  ok: boolean;
  code: string | null;
  text: string | null;
  seat: number | null;
  token: string | null;
  rematch: string | null;
  move: string | null;
  crossword: Crossword | null;
  moves: string[];
}

/** What the table waits for where dice are due: a seat to throw them, or people to say what real dice show. */
export interface Ask {
  what: "throw" | "type";
  seat: number | null;
  parts: AskPart[];
}

/** Faces to be told: so many dice, whose they are (None: those of the seat that rolls), what they can show. */
export interface AskPart {
  count: number;
  faces: Face[];
  seat: number | null;
}

/** The last frame before the server closes a socket. */
export interface Bye {
  is: "bye";
  code: string;
  text: string;
}

/** All that a finished game's dice were made from; `docs/fair-dice.md` says how. */
export interface DiceCheck {
  id: string;
  commitment: string;
  nonces: string[];
  secret: string;
  rolls: RollCheck[];
}

/** The code of a table to be opened, and the hash of the secret that its dice will be made from. */
export interface DicePromise {
  code: string;
  commitment: string;
}

/** The host takes an open seat away. */
export interface Drop {
  do: "drop";
  key: string;
  seat: number;
}

/** Why a request was refused: `code` says it to programs, `text` to people. */
export interface Fault {
  code: string;
  text: string;
}

/** The host lets a bot have an open seat. */
export interface Fill {
  do: "fill";
  key: string;
  seat: number;
  level: string;
}

/** A game, as a visitor is shown it. */
export interface GameCard {
  name: string;
  title: string;
  line: string;
  follows: string;
  least: number;
  most: number;
  options: { [key: string]: Plain }[];
  levels: LevelCard[];
  usual_level: string;
  faces: { [key: string]: string };
  picture: string | null;
  words: { [key: string]: string };
}

/** Who is there: the tokens of all seats that this device holds at the table, none for somebody who watches. */
export interface Hello {
  do: "hello";
  key: string;
  tokens?: string[];
  last?: number;
}

/** Would this be a move? Either what somebody typed or what they laid out. Has no effect. */
export interface Judge {
  do: "judge";
  key: string;
  at: number;
  seat: number;
  text?: string | null;
  sketch?: Sketch | null;
}

/** A level of bots, weakest first in a list of them. */
export interface LevelCard {
  name: string;
  title: string;
  about: string;
}

/** Of which tables somebody wants to know how they stand. */
export interface ListTables {
  codes: string[];
  tokens?: { [key: string]: string[] };
}

/** Make a move, in notation. */
export interface MakeMove {
  do: "move";
  key: string;
  at: number;
  seat: number;
  move: string;
}

/** A seat of a table to be opened: for somebody at this device, for a friend with the link, or for a bot. */
export interface NewSeat {
  kind: "bot" | "here" | "open";
  name?: string;
  level?: string | null;
}

/** A table that was opened: its code, the host's token, and those of the seats at this device. */
export interface NewTable {
  code: string;
  host: string;
  tokens: string[];
}

/** What happened, and where the game stands now. `table` is sent when it has changed. */
export interface News {
  is: "news";
  events: Told[];
  position: Position | null;
  table: TableInfo | null;
  yours: number[] | null;
}

/** A wish for a table. */
export interface OpenTable {
  game: string;
  seats: NewSeat[];
  nonce: string;
  options?: { [key: string]: Plain };
  real_dice?: boolean;
  by_lot?: boolean;
  promise?: string | null;
}

/** Is the server still there? Answered at once; the pings of the socket itself are hidden from a page. */
export interface Ping {
  do: "ping";
  key: string;
}

/** Where the game stands, for one pair of eyes. */
export interface Position {
  view: View;
  ask: Ask | null;
  shown: Plain;
  roller: number | null;
  past: boolean;
  undo: number | null;
  thinking: number | null;
}

/** Who is away: by seat number (as a text), for how many seconds; and how many people watch. */
export interface Presence {
  is: "presence";
  away: { [key: string]: number };
  watching: number;
}

/** Another game with the same seats, once this one is over; the answer and the news name its code. */
export interface Rematch {
  do: "rematch";
  key: string;
  at: number;
  promise?: string | null;
  nonce?: string | null;
}

/** Let a bot play for a seat: one's own, or one whose player has been away for longer than the grace period. */
export interface Replace {
  do: "replace";
  key: string;
  at: number;
  seat: number;
  level: string;
}

/** Take one's seat back from the bot. */
export interface Return {
  do: "return";
  key: string;
  at: number;
  seat: number;
}

/** A roll of a finished game with all that its dice were made from, so that anybody can make them again. */
export interface RollCheck {
  n: number;
  event: "deal" | "roll";
  turn: number;
  roll: number;
  dice: [number, Face[]][];
  hands: number[];
  faces: Plain;
}

/** How a game is played. */
export interface RulesPage {
  html: string;
}

/** A seat, as everybody may see it. An open seat waits for somebody with the link. */
export interface SeatInfo {
  name: string;
  kind: Kind;
  level: string | null;
  stands_in: boolean;
}

/** Take an open seat; the answer holds its token. That is made from the key, so the key is a secret, too: at least 16 characters that nobody can guess. */
export interface Sit {
  do: "sit";
  key: string;
  seat: number;
  name: string;
  nonce: string;
}

/** A game as it stood after `n` of its `steps` moves and rolls, and what the last of them meant. */
export interface Step {
  steps: number;
  n: number;
  words: Message[];
  position: Position;
  seat: number | null;
  move: string | null;
}

/** How a table stands, in a line. */
export interface TableCard {
  code: string;
  game: string;
  title: string;
  phase: Phase;
  names: string[];
  turn: number | "chance" | "over" | null;
  mover: number | null;
  yours: number[];
  scores: number[];
  winners: number[] | null;
  touched: number;
}

/** What does not change from move to move. */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  options: { [key: string]: Plain };
  phase: Phase;
  seats: SeatInfo[];
  real_dice: boolean;
  grace: number;
  id: string | null;
  commitment: string | null;
  nonces: string[];
  secret: string | null;
  rematch: string | null;
}

/** Let the table's dice fall, where it waits for that seat to do so. */
export interface Throw {
  do: "throw";
  key: string;
  at: number;
  seat: number;
}

/** Something that happened, numbered without gaps from 1. `words` are message keys of the game's catalogue. */
export interface Told {
  n: number;
  what: "added" | "begun" | "dropped" | "filled" | "moved" | "opened" | "rematched" | "replaced" | "returned" | "rolled" | "sat" | "undone";
  time: number;
  words: Message[];
  seat: number | null;
  move: string | null;
  faces: Plain;
}

/** What real dice show: a list for each part that `ask` names. */
export interface TypeDice {
  do: "type";
  key: string;
  at: number;
  faces: Face[][];
}

/** Take back the last move of that seat, before dice have fallen or anybody else has acted. */
export interface Undo {
  do: "undo";
  key: string;
  at: number;
  seat: number;
}

/** The answer to `hello`: the table, who you are, and all that happened since, or a snapshot where that is much. */
export interface Welcome {
  is: "welcome";
  key: string;
  table: TableInfo;
  yours: number[];
  host: boolean;
  last: number;
  events: Told[];
  position: Position | null;
  away: { [key: string]: number };
  watching: number;
  pace: number;
}

export type Command = Hello | Sit | Fill | Add | Drop | MakeMove | Throw | TypeDice | Undo | Replace | Return | Rematch | Judge | Ping;

export type Frame = Welcome | News | Presence | Answer | Bye;
