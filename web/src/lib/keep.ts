// What this browser keeps: the visitor's name, seats at tables, and whether there is sound. No account.

export interface Kept {
  host?: string;
  /** Tokens of the seats held; the server says which seats they are. */
  tokens: string[];
  game: string;
  /** The hash of the dice's secret, as it was told before this browser added its nonce. */
  promise?: string;
  touched: number;
}

const TABLES = "dicecup.tables";
const MOST = 400;

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; it only cannot come back.
  }
}

export function tables(): { [code: string]: Kept } {
  return read<{ [code: string]: Kept }>(TABLES, {});
}

export function table(code: string): Kept | undefined {
  return tables()[code];
}

export function keepTable(code: string, kept: Partial<Kept>): void {
  const all = tables();
  const before = all[code] ?? { tokens: [], game: "", touched: 0 };
  all[code] = { ...before, ...kept, touched: Date.now() / 1000 };
  const newest = Object.entries(all).sort(([, one], [, other]) => other.touched - one.touched);
  write(TABLES, Object.fromEntries(newest.slice(0, MOST)));
}

export function forgetTable(code: string): void {
  const all = tables();
  delete all[code];
  write(TABLES, all);
}

const NAMES = ["Pepper", "Olive", "Basil", "Ginger", "Clove", "Maple", "Poppy", "Juniper", "Sorrel", "Saffron"];

export function myName(): string {
  const kept = read<string>("dicecup.name", "");
  if (kept) return kept;
  const name = NAMES[Math.floor(Math.random() * NAMES.length)]!;
  keepMyName(name);
  return name;
}

export function keepMyName(name: string): void {
  write("dicecup.name", name.trim());
}

export const setting = <T>(name: string, otherwise: T): T => read(`dicecup.${name}`, otherwise);
export const keepSetting = (name: string, value: unknown): void => write(`dicecup.${name}`, value);
