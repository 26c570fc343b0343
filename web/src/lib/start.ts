// Open a table, keep its tokens, go there.

import { askPromise, openTable, Refused } from "./api";
import { keepTable } from "./keep";
import { randomHex } from "./random";
import { place } from "./router.svelte";
import type { OpenTable } from "./types";

export async function start(wish: Omit<OpenTable, "nonce">): Promise<void> {
  // The promise first: the secret of the dice must not be chosen by our nonce.
  let promise = await askPromise();
  const open = () => openTable({ ...wish, promise: promise.code, nonce: randomHex(16) });
  const table = await open().catch(async (error: unknown) => {
    if (!(error instanceof Refused) || error.code !== "no-promise") throw error;
    promise = await askPromise(); // a busy server has forgotten it
    return open();
  });
  keepTable(table.code, { host: table.host, tokens: table.tokens, game: wish.game, promise: promise.commitment });
  place.go(`/t/${table.code}`);
}

/** The least that can be played at once: this visitor, and bots in the other seats. */
export function againstBots(game: string, name: string, least: number): Omit<OpenTable, "nonce"> {
  const bots = Math.max(1, least - 1);
  return { game, seats: [{ kind: "here", name }, ...Array.from({ length: bots }, () => ({ kind: "bot" as const }))] };
}
