// A socket that stays: it comes back by itself after a loss, says hello with the last event it knows, and sends again
// what was not answered, under the same key, so that it has its effect once. A network may die without a word; so the
// server is asked now and then whether it is still there.

import type { Answer, Command, Frame, Hello, Ping } from "./types";
import { randomHex } from "./random";

export type Link = "connecting" | "open" | "lost";

type Wish = Command extends infer C ? (C extends { key: string } ? Omit<C, "key"> : never) : never;

interface Pending {
  command: Command;
  settle: (answer: Answer) => void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const SILENCE = 8000; // a command or a hello without an answer for so long: the link is taken to be dead
const BEAT = 20_000; // so often a page that is looked at asks whether the server is there
const PULSE = 4000; // and so long it waits for any sign of it
/** Refusals after which trying again is no use. */
const FINAL = new Set(["no-table"]);

export class Connection {
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly beat: ReturnType<typeof setInterval>;
  /** How many frames came, of whatever kind. */
  private heard = 0;
  private closed = false;
  private greeted = false;

  constructor(
    private readonly code: string,
    private readonly hello: () => Pick<Hello, "tokens" | "last">,
    private readonly hear: (frame: Exclude<Frame, Answer>) => void,
    private readonly link: (state: Link) => void,
  ) {
    this.connect();
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.now);
    this.beat = setInterval(this.now, BEAT);
  }

  /** Say something; the promise holds the answer, however often the link breaks before it comes. */
  say(wish: Wish): Promise<Answer> {
    const command = { ...wish, key: randomHex(12) } as Command;
    return new Promise((settle) => {
      this.pending.set(command.key, { command, settle });
      this.transmit(command);
    });
  }

  /** Say hello again, as after a seat was taken. */
  greet(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ do: "hello", key: randomHex(12), ...this.hello() } satisfies Hello));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    this.socket?.close();
  }

  /** Somebody looks, or there is a network again: come back now, or see whether the link still holds. */
  private now = (): void => {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.socket) this.probe(this.socket);
    else {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private probe(socket: WebSocket): void {
    if (!this.greeted || socket.readyState !== WebSocket.OPEN) return;
    const before = this.heard;
    socket.send(JSON.stringify({ do: "ping", key: randomHex(12) } satisfies Ping));
    setTimeout(() => {
      if (this.heard === before) this.abandon(socket);
    }, PULSE);
  }

  /** A socket on a dead network takes a minute to close; it is not waited for. */
  private abandon(socket: WebSocket): void {
    if (this.socket !== socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.lose();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.code}`);
    this.socket = socket;
    this.greeted = false;
    socket.onopen = () => this.greet();
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as Frame);
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
    setTimeout(() => {
      if (!this.greeted) this.abandon(socket);
    }, SILENCE);
  }

  private lose(): void {
    this.socket = null;
    if (this.closed) return;
    this.link("lost");
    this.timer = setTimeout(() => this.connect(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  private transmit(command: Command): void {
    if (!this.greeted || this.socket?.readyState !== WebSocket.OPEN) return;
    const socket = this.socket;
    socket.send(JSON.stringify(command));
    setTimeout(() => {
      if (this.pending.has(command.key)) this.abandon(socket);
    }, SILENCE);
  }

  private receive(frame: Frame): void {
    this.heard++;
    if (frame.is === "answer") {
      const asked = this.pending.get(frame.key);
      this.pending.delete(frame.key);
      asked?.settle(frame);
      return;
    }
    if (frame.is === "bye" && !FINAL.has(frame.code)) return; // it comes back by itself
    if (frame.is === "bye") this.closed = true;
    this.hear(frame);
    if (frame.is === "welcome") this.welcomed();
  }

  private welcomed(): void {
    this.wait = FIRST_WAIT;
    this.link("open");
    if (this.greeted) return;
    this.greeted = true;
    for (const { command } of this.pending.values()) this.transmit(command);
  }
}
