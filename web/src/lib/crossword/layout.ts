// Where dice are drawn while somebody lays them out. Whether they may lie so is asked of the server.

import type { Cell, DieView, Placed } from "../types";

export type Push = "across" | "down";

export interface Place {
  x: number;
  y: number;
}

/** Somewhere on the table as it is shown: an empty cell, or the gap before the die of a cell. */
export interface Spot extends Place {
  push: Push | null;
}

/** A die as it is drawn. `home` is its cell in a sketch; a die that is pushed in has none. */
export interface Tile extends Place {
  number: number;
  face: string;
  red: boolean;
  laid: boolean;
  home: Place | null;
}

/** Where a die goes in a sketch: among several in one gap, before the die `before`. */
export interface Target extends Spot {
  before: number | null;
}

export interface Run extends Place {
  word: string;
  direction: Push;
  cells: Place[];
}

const STEPS: Record<Push, Place> = { across: { x: 1, y: 0 }, down: { x: 0, y: 1 } };
const DIRECTIONS: Push[] = ["across", "down"];

export function at(tiles: readonly Tile[], x: number, y: number): Tile | undefined {
  return tiles.find((tile) => tile.x === x && tile.y === y);
}

export function before(place: Place, direction: Push, by = 1): Place {
  const step = STEPS[direction];
  return { x: place.x - step.x * by, y: place.y - step.y * by };
}

export function letter(die: DieView): string {
  return String(die.face ?? "");
}

/** The table with what is laid on it; dice that are pushed in open the word. */
export function arrange(cells: readonly Cell[], placed: readonly Placed[], hand: readonly DieView[]): Tile[] {
  const old = cells.map((cell): Tile => ({ ...cell, laid: false, home: { x: cell.x, y: cell.y } }));
  const loose: Tile[] = [];
  const pushed: { tile: Tile; push: Push }[] = [];
  for (const each of placed) {
    const die = hand.find((one) => one.number === each.die);
    if (!die) continue;
    const place = { x: each.x, y: each.y };
    const tile = { ...place, number: each.die, face: letter(die), red: die.mark === "red", laid: true, home: null };
    if (each.push) pushed.push({ tile, push: each.push });
    else loose.push({ ...tile, home: place });
  }
  const still = [...old, ...loose];
  for (const direction of DIRECTIONS) {
    const mine = pushed.filter(({ push }) => push === direction).map(({ tile }) => tile);
    const lines = new Set(mine.map((tile) => crossways(tile, direction)));
    for (const line of lines) {
      open(
        still.filter((tile) => tile.home && crossways(tile.home, direction) === line),
        mine.filter((tile) => crossways(tile, direction) === line),
        direction,
        old,
      );
    }
  }
  return [...still, ...pushed.map(({ tile }) => tile)];
}

const along = (place: Place, direction: Push): number => (direction === "across" ? place.x : place.y);
const crossways = (place: Place, direction: Push): number => (direction === "across" ? place.y : place.x);

/** Make room in a line for the dice pushed into it. Dice that another word crosses are drawn where they are. */
function open(still: Tile[], pushed: Tile[], direction: Push, old: readonly Tile[]): void {
  const line = [...pushed.map((tile) => ({ tile, late: 0 })), ...still.map((tile) => ({ tile, late: 1 }))];
  line.sort((a, b) => along(a.tile, direction) - along(b.tile, direction) || a.late - b.late);
  const blocks: (typeof line)[] = [];
  for (const entry of line) {
    const last = blocks.at(-1)?.at(-1);
    const touches = last && along(entry.tile, direction) - along(last.tile, direction) <= last.late;
    if (touches) blocks.at(-1)?.push(entry);
    else blocks.push([entry]);
  }
  const other = direction === "across" ? "down" : "across";
  for (const block of blocks) {
    if (!block.some(({ late }) => !late)) continue;
    const crossed = ({ tile }: { tile: Tile }) =>
      !tile.laid && [1, -1].some((by) => old.some((each) => sameHome(each, before(tile.home ?? tile, other, by))));
    const anchor = Math.max(0, block.findIndex(crossed) >= 0 ? block.findIndex(crossed) : block.findIndex(({ late }) => late));
    const from = along(block[anchor]?.tile ?? { x: 0, y: 0 }, direction) - anchor;
    block.forEach(({ tile }, index) => {
      if (direction === "across") tile.x = from + index;
      else tile.y = from + index;
    });
  }
}

function sameHome(tile: Tile, place: Place): boolean {
  return tile.home?.x === place.x && tile.home.y === place.y;
}

/** The table as the server shows it, once what is laid out is a move; `used` are the dice of the hand in it. */
export function settled(cells: readonly Cell[], drawn: readonly Tile[], used: ReadonlySet<number>): Tile[] {
  const spare = new Set(drawn.filter((tile) => used.has(tile.number)));
  const tiles: Tile[] = [];
  const fresh: Cell[] = [];
  for (const cell of cells) {
    const known = drawn.find((tile) => tile.number === cell.number);
    if (!known) fresh.push(cell);
    else {
      spare.delete(known);
      tiles.push({ ...known, x: cell.x, y: cell.y });
    }
  }
  // Of dice that show the same, the server may take another than the one that was picked up.
  for (const cell of fresh) {
    const alike = [...spare].find((tile) => tile.face === cell.face && tile.red === cell.red);
    if (alike) spare.delete(alike);
    tiles.push(alike ? { ...alike, x: cell.x, y: cell.y } : { ...cell, laid: true, home: { x: cell.x, y: cell.y } });
  }
  return tiles;
}

/** All gaps between two dice that touch. */
export function gaps(tiles: readonly Tile[]): Spot[] {
  return tiles.flatMap((tile) =>
    DIRECTIONS.filter((push) => {
      const place = before(tile, push);
      return at(tiles, place.x, place.y);
    }).map((push) => ({ x: tile.x, y: tile.y, push })),
  );
}

/** What a finger points at: an empty cell, or the gap nearest to it on a die; null where a die has no gap. */
export function pointed(tiles: readonly Tile[], x: number, y: number): Spot | null {
  const cell = { x: Math.floor(x), y: Math.floor(y) };
  if (!at(tiles, cell.x, cell.y)) return { ...cell, push: null };
  const edges: [number, Spot, Place][] = DIRECTIONS.flatMap((push): [number, Spot, Place][] => {
    const into = along({ x, y }, push) - along(cell, push);
    const next = before(cell, push, -1);
    return [
      [into, { ...cell, push }, before(cell, push)],
      [1 - into, { ...next, push }, next],
    ];
  });
  edges.sort((a, b) => a[0] - b[0]);
  return edges.find(([, , place]) => at(tiles, place.x, place.y))?.[1] ?? null;
}

/** The same spot in the cells of a sketch, which are those of the table before anything was pushed. */
export function target(tiles: readonly Tile[], placed: readonly Placed[], spot: Spot): Target | null {
  if (spot.push) {
    const tile = at(tiles, spot.x, spot.y);
    if (tile?.home) return { ...tile.home, push: spot.push, before: null };
    const pushed = placed.find((each) => each.die === tile?.number);
    return pushed?.push === spot.push ? { x: pushed.x, y: pushed.y, push: pushed.push, before: pushed.die } : null;
  }
  for (const push of DIRECTIONS) {
    for (const by of [1, -1]) {
      const near = before(spot, push, by);
      const tile = at(tiles, near.x, near.y);
      const moved = tile?.home ? along(tile, push) - along(tile.home, push) : 0;
      if (moved) return { ...before(spot, push, moved), push: null, before: null };
    }
  }
  return { x: spot.x, y: spot.y, push: null, before: null };
}

/** Every run of two or more dice: the words, for those who hear the table. */
export function runs(tiles: readonly Tile[]): Run[] {
  return DIRECTIONS.flatMap((direction) =>
    tiles
      .filter((tile) => {
        const place = before(tile, direction);
        return !at(tiles, place.x, place.y);
      })
      .map((first): Run => {
        const cells: Tile[] = [];
        for (let tile: Tile | undefined = first; tile; ) {
          cells.push(tile);
          const next: Place = before(tile, direction, -1);
          tile = at(tiles, next.x, next.y);
        }
        return { x: first.x, y: first.y, direction, word: cells.map(({ face }) => face.toUpperCase()).join(""), cells };
      })
      .filter(({ cells }) => cells.length > 1),
  );
}
