// A table as this device knows it: what the server has told, and what can be asked of it.

import { askPromise } from "./api";
import { Connection, type Link } from "./connection";
import { keepTable, table as kept } from "./keep";
import { randomHex } from "./random";
import { Reel } from "./reel.svelte";
import type { Answer, Frame, Message, News, Position, Sketch, TableInfo, Told } from "./types";

interface Ears {
  /** What happened, as it is drawn. */
  heard: (events: Told[]) => void;
  /** Dice begin to fall. */
  falling?: (roll: Told) => void;
}

/** Dice in the air: where they will lie, and the number of their roll. */
export interface Air {
  position: Position;
  roll: number;
}

// `info`, `position`, `events` and `yours` are what is drawn; what was told since waits on the reel.
export class Table {
  info = $state.raw<TableInfo | null>(null);
  position = $state.raw<Position | null>(null);
  events = $state.raw<Told[]>([]);
  /** What was told last, of all that was drawn together. */
  just = $state.raw<Message[]>([]);
  air = $state.raw<Air | null>(null);
  yours = $state.raw<number[]>([]);
  host = $state(false);
  watching = $state(0);
  link = $state<Link>("connecting");
  /** Why there is no table here, or none any more. */
  gone = $state<string | null>(null);
  /** What the server last refused, for people. */
  refused = $state<string | null>(null);
  /** A command is under way. */
  busy = $state(false);
  /** Since when somebody is away, by seat, in this device's time. */
  private since = $state.raw<{ [seat: string]: number }>({});
  private readonly connection: Connection;
  private readonly reel: Reel;
  /** The newest event that was told, drawn or not: by it commands are made. */
  private last = 0;

  constructor(
    readonly code: string,
    private readonly ears: Ears,
  ) {
    this.reel = new Reel({ fall: (news) => this.fall(news), draw: (news) => this.draw(news) });
    this.connection = new Connection(
      code,
      () => ({ tokens: this.tokens(), last: this.last }),
      (frame) => this.hear(frame),
      (link) => (this.link = link),
    );
  }

  close(): void {
    this.connection.close();
    this.reel.close();
  }

  /** Draw now what waits to be drawn. */
  hurry(): void {
    this.reel.hurry();
  }

  /** Whether all that was told is drawn. */
  get still(): boolean {
    return this.reel.still;
  }

  /** The number of the last roll, also of one that falls now; 0 before the first. */
  get roll(): number {
    return this.air?.roll ?? this.events.findLast((event) => event.what === "rolled")?.n ?? 0;
  }

  get names(): string[] {
    return this.info?.seats.map((seat, at) => seat.name || `Seat ${at + 1}`) ?? [];
  }

  /** The seat of this device that may act now: that whose turn it is, once all is drawn. */
  get acting(): number | null {
    return this.still ? this.turn : null;
  }

  /** The seat of this device whose turn it is; null where it is somebody else's. */
  get turn(): number | null {
    const { position } = this;
    if (!position || this.info?.phase !== "playing") return null;
    const seat = position.ask ? position.ask.seat : position.view.turn;
    if (position.ask?.what === "type") return seat !== null && this.mine(Number(seat)) ? Number(seat) : (this.yours[0] ?? null);
    return typeof seat === "number" && this.mine(seat) ? seat : null;
  }

  /** Whether this device plays that seat, and no bot does in its place. */
  mine(seat: number): boolean {
    return this.yours.includes(seat) && this.info?.seats[seat]?.kind === "human";
  }

  awayFor(seat: number, now: number): number | null {
    const since = this.since[String(seat)];
    return since === undefined ? null : Math.max(0, (now - since) / 1000);
  }

  // What can be asked.

  sit = async (seat: number, name: string): Promise<Answer> => {
    const promise = this.info?.commitment;
    const answer = await this.ask({ do: "sit", seat, name, nonce: randomHex(16) });
    if (answer.ok && answer.token) {
      const before = kept(this.code)?.promise ?? promise;
      keepTable(this.code, { tokens: [...this.tokens(false), answer.token], game: this.info?.game ?? "", ...(before ? { promise: before } : {}) });
      this.connection.greet();
    }
    return answer;
  };
  fill = (seat: number, level: string) => this.ask({ do: "fill", seat, level });
  add = () => this.ask({ do: "add" });
  drop = (seat: number) => this.ask({ do: "drop", seat });
  move = (seat: number, move: string) => this.ask({ do: "move", at: this.last, seat, move });
  throwDice = (seat: number) => this.ask({ do: "throw", at: this.last, seat });
  typeDice = (faces: (string | number)[][]) => this.ask({ do: "type", at: this.last, faces });
  undo = (seat: number) => this.ask({ do: "undo", at: this.last, seat });
  replace = (seat: number, level: string) => this.ask({ do: "replace", at: this.last, seat, level });
  takeBack = (seat: number) => this.ask({ do: "return", at: this.last, seat });
  judge = (seat: number, input: { text?: string; sketch?: Sketch }) => this.connection.say({ do: "judge", at: this.last, seat, ...input });
  /** Another game; null where its dice are not promised, without which it is not asked for. */
  rematch = async (): Promise<Answer | null> => {
    const promise = this.info?.real_dice ? null : await askPromise().catch(() => undefined);
    if (promise === undefined) {
      this.refused = "The server has not promised the dice of another game. Try again in a moment.";
      return null;
    }
    const answer = await this.ask({ do: "rematch", at: this.last, ...(promise ? { promise: promise.code, nonce: randomHex(16) } : {}) });
    if (answer.rematch) {
      this.follow(answer.rematch);
      if (promise?.code === answer.rematch) keepTable(answer.rematch, { promise: promise.commitment });
    }
    return answer;
  };

  /** The next game has the same seats, and the same tokens. */
  follow(code: string): void {
    const here = kept(this.code);
    if (here && !kept(code)) keepTable(code, { tokens: here.tokens, ...(here.host ? { host: here.host } : {}), game: here.game });
  }

  private async ask(wish: Parameters<Connection["say"]>[0]): Promise<Answer> {
    this.busy = true;
    this.reel.hurry();
    const answer = await this.connection.say(wish);
    this.busy = false;
    this.refused = answer.ok ? null : (answer.text ?? "That was refused.");
    return answer;
  }

  // What is told.

  private tokens(all = true): string[] {
    const here = kept(this.code);
    return here ? [...here.tokens, ...(all && here.host ? [here.host] : [])] : [];
  }

  private hear(frame: Exclude<Frame, Answer>): void {
    switch (frame.is) {
      case "welcome": {
        this.reel.hurry();
        this.reel.pace = frame.pace;
        const first = this.last === 0;
        this.info = frame.table;
        this.yours = frame.yours;
        this.host = frame.host;
        this.position = frame.position;
        this.presence(frame.away, frame.watching);
        const fresh = this.note(frame.events);
        if (!first) this.tell(fresh);
        this.last = frame.last;
        if (frame.yours.length || frame.host) keepTable(this.code, { game: frame.table.game });
        this.followed();
        break;
      }
      case "news":
        this.last = frame.events.at(-1)?.n ?? this.last;
        for (const news of this.info?.phase === "playing" ? scenes(frame) : [frame]) this.reel.push(news);
        break;
      case "presence":
        this.presence(frame.away, frame.watching);
        break;
      case "bye":
        this.gone = frame.text;
        break;
    }
  }

  /** Whoever sits here sits at the next game too, asked for by anybody. */
  private followed(): void {
    if (this.info?.rematch) this.follow(this.info.rematch);
  }

  private presence(away: { [seat: string]: number }, watching: number): void {
    const now = Date.now();
    this.since = Object.fromEntries(Object.entries(away).map(([seat, seconds]) => [seat, now - seconds * 1000]));
    this.watching = watching;
  }

  // What is drawn.

  /** Dice fall: what led to them is told, and nothing of what they show. */
  private fall({ events, position }: News): void {
    const roll = events.findLast((event) => event.what === "rolled")!;
    this.note(events.filter((event) => event.n < roll.n));
    this.air = { position: position!, roll: roll.n };
    this.ears.falling?.(roll);
  }

  private draw({ table, yours, position, events }: News): void {
    const fell = this.air !== null;
    this.air = null;
    if (table) this.info = table;
    if (yours) this.yours = yours;
    if (position) this.position = position;
    this.note(events);
    const roll = events.findLast((event) => event.what === "rolled");
    if (roll && !fell) this.ears.falling?.(roll);
    this.tell(events);
    this.followed();
  }

  private tell(events: Told[]): void {
    if (events.length) this.ears.heard(events);
  }

  /** Note events; those that were not known. */
  private note(told: Told[]): Told[] {
    const known = this.events.at(-1)?.n ?? 0;
    const fresh = told.filter((event) => event.n > known);
    if (!fresh.length) return fresh;
    this.events = fresh[0]!.n === known + 1 ? [...this.events, ...fresh] : fresh;
    // After an absence, the last of it is enough.
    const words = fresh.filter((event) => event.words.length);
    if (words.length) this.just = known && words.length <= TOGETHER ? words.flatMap((event) => event.words) : words.at(-1)!.words;
    this.refused = null;
    return fresh;
  }
}

/** So many events are told together; of more, only the last. */
const TOGETHER = 3;

/** The end of a game is looked at before the table makes way for the result. */
function scenes(news: News): News[] {
  if (news.table?.phase !== "over" || !news.position) return [news];
  return [
    { ...news, table: null },
    { ...news, events: [], position: null },
  ];
}
