// What somebody has laid out so far, and what the server says about it. It knows no rules: it is asked at every change.

import type { Answer, Cell, Crossword, DieView, Placed, Sketch } from "../types";
import { arrange, at, letter, runs, settled, target, type Place, type Spot, type Tile } from "./layout";

export interface Given {
  crossword: Crossword;
  hand: DieView[] | null;
  seat: number | null;
}

export class Editor {
  placed = $state.raw<Placed[]>([]);
  /** The die of the hand that the next tap lays down. */
  held = $state<number | null>(null);
  slurping = $state(false);
  /** The cell that a slurp pulls its die from, the die put in, the seat that is fed. */
  pulled = $state.raw<Place | null>(null);
  put = $state<number | null>(null);
  to = $state<number | null>(null);
  answer = $state.raw<Answer | null>(null);
  asking = $state(false);

  #given: () => Given;

  constructor(given: () => Given) {
    this.#given = given;
  }

  hand = $derived.by((): DieView[] => this.#given().hand ?? []);
  used = $derived.by(() => new Set([...this.placed.map(({ die }) => die), ...(this.put === null ? [] : [this.put])]));

  /** The table, with the die that a slurp puts in. */
  #cells = $derived.by((): Cell[] => {
    const { cells } = this.#given().crossword;
    const { pulled } = this;
    const put = this.hand.find(({ number }) => number === this.put);
    if (!pulled || !put) return cells;
    return cells.map((cell) =>
      cell.x === pulled.x && cell.y === pulled.y
        ? { ...pulled, number: put.number, face: letter(put), red: put.mark === "red" }
        : cell,
    );
  });

  tiles = $derived.by((): Tile[] => {
    const drawn = arrange(this.#cells, this.placed, this.hand);
    // The first word of a serving is drawn where it was laid: the server counts its cells from 0,0 wherever that is.
    const first = this.placed.length > 0 && !this.#given().crossword.cells.length;
    const preview = this.answer?.ok && !first ? this.answer.crossword : null;
    return preview ? settled(preview.cells, drawn, this.used) : drawn;
  });

  /** The words that the dice laid out stand in. */
  words = $derived.by(() =>
    runs(this.tiles)
      .filter(({ cells }) => cells.some(({ x, y }) => this.isMine(at(this.tiles, x, y))))
      .map(({ word }) => word),
  );

  pulledDie = $derived.by(() => {
    const { pulled } = this;
    return pulled && this.#given().crossword.cells.find(({ x, y }) => x === pulled.x && y === pulled.y);
  });

  empty = $derived.by(() => !this.placed.length && !this.slurping);

  /** What is to be judged; null while there is nothing, or a slurp without both its dice. */
  sketch = $derived.by((): Sketch | null => {
    const { pulled, put, placed } = this;
    if (this.slurping && (!pulled || put === null)) return null;
    const swap = pulled && put !== null ? { ...pulled, die: put, to: this.to ?? this.#given().seat ?? 0 } : null;
    return swap || placed.length ? { placed, swap } : null;
  });

  /** The notation of what is laid out, where it can be played. */
  move = $derived.by(() => (this.answer?.ok && !(this.slurping && this.to === null) ? this.answer.move : null));

  isMine(tile: Tile | undefined): boolean {
    return tile !== undefined && this.used.has(tile.number);
  }

  die(number: number | null): DieView | undefined {
    return this.hand.find((die) => die.number === number);
  }

  /** The first die that is not laid out and shows that letter: a red one before a black one. */
  find(typed: string): DieView | undefined {
    const free = this.hand.filter((die) => !this.used.has(die.number) && letter(die)[0] === typed.toUpperCase());
    return free.find(({ mark }) => mark === "red") ?? free[0];
  }

  /** Lay a die at a spot of the table as it is shown, also one that lies elsewhere; false where it cannot lie there. */
  lay(die: number, spot: Spot): boolean {
    const goal = target(this.tiles, this.placed, spot);
    if (!goal || goal.before === die) return false;
    const rest = this.placed.filter((each) => each.die !== die);
    if (!goal.push && rest.some((each) => !each.push && each.x === goal.x && each.y === goal.y)) return false;
    const index = goal.before === null ? rest.length : rest.findIndex((each) => each.die === goal.before);
    rest.splice(index, 0, { die, x: goal.x, y: goal.y, push: goal.push });
    this.placed = rest;
    if (this.put === die) this.put = null;
    this.held = null;
    return true;
  }

  /** Put a die in the place of one of the table. */
  swap(die: number, place: Place): void {
    this.placed = this.placed.filter((each) => each.die !== die);
    this.pulled = place;
    this.put = die;
    this.held = null;
  }

  takeBack(die: number): void {
    this.placed = this.placed.filter((each) => each.die !== die);
    if (this.put === die) this.put = null;
  }

  slurp(on: boolean): void {
    this.clear();
    this.slurping = on;
  }

  clear(): void {
    this.placed = [];
    this.held = this.pulled = this.put = this.to = null;
    this.slurping = false;
    this.answer = null;
  }
}
