// Turns messages into words by a game's catalogue, exactly as `dicecup.messages` does.

import type { Message, Plain } from "./types";

export type Texts = { [key: string]: string };

const HOLE = /\{(\w+)(?::([^}]*))?\}/g;

export function text(texts: Texts, message: Message, names: string[]): string {
  const template = has(texts, message.say) ? texts[message.say]! : message.say;
  return template.replace(HOLE, (_, key: string, hint: string | undefined) => fill(texts, key, hint, message.params, names));
}

function fill(texts: Texts, key: string, hint: string | undefined, params: Message["params"], names: string[]): string {
  if (!has(params, key)) return `{${key}}`;
  const value = params[key]!;
  if (hint === undefined) return plain(value);
  if (hint === "seat") {
    const seats = (Array.isArray(value) ? value : [value]) as number[];
    return seats.map((seat) => names[seat] ?? `#${seat + 1}`).join(" and ");
  }
  if (hint === "say") return text(texts, { say: String(value), params }, names);
  if (hint === "list") return Array.isArray(value) ? value.map(plain).join(" ") : [...String(value)].join(" ");
  const forms = hint.split("|");
  const form = Math.abs(Number(value)) === 1 ? forms[0]! : forms[forms.length - 1]!;
  return form.replaceAll("#", plain(value));
}

function plain(value: Plain): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function has(object: object, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, key);
}

/** Numbers below zero as they are printed: with a minus, not with a hyphen. */
export function figure(value: number | string): string {
  return String(value).replace(/(?<![\w-])-(?=\d)/g, "−");
}

/** What a choice is called; its notation, where nobody has written words for it. */
export function label(texts: Texts, choice: { move: string; label: Message }, names: string[]): string {
  return has(texts, choice.label.say) ? text(texts, choice.label, names) : choice.move;
}

/** The words of several messages, one sentence after the other. */
export function sentences(texts: Texts, messages: Message[], names: string[]): string {
  return figure(messages.map((message) => text(texts, message, names)).join(" "));
}

/** What a face is called when it is read aloud. */
export function faceName(texts: Texts, face: string | number): string {
  const bare = String(face).replace(/\*$/, "");
  const name = texts[`face.${face}`] ?? texts[`face.${bare}`] ?? bare;
  return bare === String(face) ? name : `${name}, red`;
}
