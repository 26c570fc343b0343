// Makes the dice of a finished game again, from the secret that was promised before it began: `docs/fair-dice.md`.

import type { DiceCheck, Face, Plain, RollCheck } from "./types";
import { hex } from "./random";

const TAG = "dicecup-fair-1";
const utf8 = new TextEncoder();

export const canCompute = (): boolean => typeof crypto !== "undefined" && crypto.subtle !== undefined;

export async function commitment(id: string, secret: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(`${TAG}|commit|${id}|${secret}`))));
}

export class FairDice {
  private constructor(
    private readonly key: CryptoKey,
    private readonly about: string,
  ) {}

  static async of(game: DiceCheck): Promise<FairDice> {
    const secret = Uint8Array.from(game.secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new FairDice(key, `${game.id}|${game.nonces.join(",")}`);
  }

  /** What a roll must have shown, as a record tells it. */
  async again(check: RollCheck): Promise<Plain> {
    if (check.event === "deal") return this.deal(check);
    const faces = await Promise.all(check.dice.map(([number, die]) => this.face(check, number, die)));
    return check.hands.length ? check.hands.map((held) => faces.splice(0, held)) : faces;
  }

  private async face(check: RollCheck, number: number, die: Face[]): Promise<Face> {
    return die[await this.below(die.length, "die", check, number)]!;
  }

  private async deal(check: RollCheck): Promise<number[][]> {
    const numbers = check.dice.map(([number]) => number);
    for (let last = numbers.length - 1; last > 0; last--) {
      const other = await this.below(last + 1, "deal", check, last);
      [numbers[last], numbers[other]] = [numbers[other]!, numbers[last]!];
    }
    return check.hands.map((held) => numbers.splice(0, held).sort((one, two) => one - two));
  }

  private async below(count: number, purpose: string, { turn, roll }: RollCheck, item: number): Promise<number> {
    const all = 1n << 64n;
    const n = BigInt(count);
    for (let tries = 0; ; tries++) {
      const message = `${TAG}|${purpose}|${this.about}|${turn}|${roll}|${item}|${tries}`;
      const block = await crypto.subtle.sign("HMAC", this.key, utf8.encode(message));
      const value = new DataView(block).getBigUint64(0);
      if (value < all - (all % n)) return Number(value % n);
    }
  }
}

export const same = (one: Plain, two: Plain): boolean => JSON.stringify(one) === JSON.stringify(two);
