// Which dice lie on the table: those of the view, and where it leaves faces open, what fell last.

import type { DieView, Face, Plain, Position } from "./types";

export interface Lying extends DieView {
  /** Whether it fell with the last roll. */
  fell: boolean;
}

/** Faces that fell as a row of dice; none where they fell hand by hand. */
export function row(faces: Plain): Face[] {
  const flat = Array.isArray(faces) && faces.every((face) => typeof face === "string" || typeof face === "number");
  return flat ? (faces as Face[]) : [];
}

/** The dice to draw; `before` are those drawn until now, which stay in sight until others fall. */
export function lying({ view, shown }: Position, before: Lying[], fresh: boolean): Lying[] {
  const fallen = row(shown);
  const blank = view.dice.filter((die) => die.face === null).length;
  if (!view.dice.length || (blank === view.dice.length && fallen.length)) {
    return before.length && !fresh ? before : fallen.map((face, at) => ({ number: at + 1, face, mark: "rolled", fell: true }));
  }
  if (blank) return filled(view.dice, fallen, blank);
  const fell = which(view.dice, fallen, before);
  return view.dice.map((die, at) => ({ ...die, fell: fell[at]! }));
}

/** Blank dice show what fell, without those faces that now lie among the view's own, the last of which fell as well. */
function filled(dice: DieView[], fallen: Face[], blank: number): Lying[] {
  const rest = [...fallen];
  let set = 0;
  for (const { face } of dice) {
    if (rest.length > blank && face !== null && rest.includes(face)) {
      rest.splice(rest.indexOf(face), 1);
      set++;
    }
  }
  if (rest.length !== blank) return dice.map((die) => ({ ...die, fell: false }));
  const old = dice.length - blank - set;
  return dice.map((die, at) => (die.face === null ? { ...die, face: rest.shift()!, fell: true } : { ...die, fell: at >= old }));
}

/** Which dice fell: their faces in order are those that fell, and the others show what they showed before. */
function which(dice: DieView[], fallen: Face[], before: Lying[]): boolean[] {
  const was = new Map(before.map((die) => [die.number, die.face]));
  const search = (at: number, next: number): boolean[] | null => {
    const die = dice[at];
    if (!die) return next === fallen.length ? [] : null;
    const stayed = was.get(die.number) === die.face ? search(at + 1, next) : null;
    if (stayed) return [false, ...stayed];
    const fell = fallen[next] === die.face ? search(at + 1, next + 1) : null;
    return fell && [true, ...fell];
  };
  return search(0, 0) ?? dice.map(() => true);
}

/** Whether two rows of dice show the same faces, in any order. */
export function sameFaces(one: (Face | null)[], two: (Face | null)[]): boolean {
  return [...one].map(String).sort().join("\n") === [...two].map(String).sort().join("\n");
}
