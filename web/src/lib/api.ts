// The HTTP part of the server. Whatever goes wrong is one `Refused` with words for people.

import type { DiceCheck, DicePromise, Fault, GameCard, NewTable, OpenTable, RulesPage, Step, TableCard } from "./types";

export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refused("offline", "The server cannot be reached. Check your connection and try again.");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const fault = answer as Fault | null;
  throw new Refused(fault?.code ?? String(response.status), fault?.text ?? `The server answered ${response.status}.`);
}

let cards: Promise<GameCard[]> | undefined;

/** The games, asked for once. */
export function games(): Promise<GameCard[]> {
  cards ??= ask<GameCard[]>("/api/games").catch((error: unknown) => {
    cards = undefined;
    throw error;
  });
  return cards;
}

/** A game's card; null where there is no such game. */
export async function game(name: string): Promise<GameCard | null> {
  return (await games()).find((card) => card.name === name) ?? null;
}

export const rules = (name: string) => ask<RulesPage>(`/api/games/${encodeURIComponent(name)}/rules`);
export const askPromise = () => ask<DicePromise>("/api/promises", {});
export const openTable = (wish: OpenTable) => ask<NewTable>("/api/tables", wish);
export const listTables = (tokens: { [code: string]: string[] }) => ask<TableCard[]>("/api/tables/list", { codes: Object.keys(tokens), tokens });
export const step = (code: string, n: number) => ask<Step>(`/api/tables/${code}/steps/${n}`);
export const dice = (code: string) => ask<DiceCheck>(`/api/tables/${code}/dice`);
export const recordOf = (code: string) => `/api/tables/${code}/record`;
export const qrOf = (code: string) => `/api/tables/${code}/qr.svg`;
