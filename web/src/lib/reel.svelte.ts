// What happened is drawn one thing after the other: dice fall, lie still for a while, and only then comes what was next.

import { row } from "./tray";
import type { News } from "./types";

/** How long dice are in the air, in milliseconds; until they lie, nothing is told of them. */
const FALL = 750;
/** How much longer than a move a roll is looked at, once it lies. */
const READ = 1.5;
/** More than so many that wait would keep people from the game. */
const MOST = 4;

interface Screen {
  /** Let the dice of this news fall, and show nothing else of it. */
  fall: (news: News) => void;
  draw: (news: News) => void;
}

export class Reel {
  /** Whether all that was told is drawn; before, there is nothing to choose. */
  still = $state(true);
  /** Seconds that a move is looked at, as the host of the server wants it; with 0 everything is drawn as it comes. */
  pace = 0;
  private waiting: News[] = [];
  private falling: News | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly screen: Screen) {
    document.addEventListener("visibilitychange", this.unseen);
  }

  close(): void {
    this.stop();
    document.removeEventListener("visibilitychange", this.unseen);
  }

  push(news: News): void {
    this.waiting.push(news);
    if (this.waiting.length > MOST || document.hidden) this.hurry();
    else if (this.timer === null) this.next();
    else this.still = false;
  }

  /** Draw all that waits now: somebody acts, or nobody looks. */
  hurry(): void {
    this.stop();
    const all = [...(this.falling ? [this.falling] : []), ...this.waiting];
    this.falling = null;
    this.waiting = [];
    for (const news of all) this.screen.draw(news);
    this.still = true;
  }

  private unseen = (): void => {
    if (document.hidden) this.hurry();
  };

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private next(): void {
    this.timer = null;
    const news = this.waiting.shift();
    if (news && falls(news)) {
      this.still = false;
      this.falling = news;
      this.screen.fall(news);
      this.timer = setTimeout(() => this.draw(news), FALL);
    } else if (news) this.draw(news);
  }

  private draw(news: News): void {
    this.falling = null;
    this.screen.draw(news);
    this.still = !this.waiting.length;
    const read = !news.position ? 0 : this.pace * (rolled(news) ? READ : 1);
    if (read) this.timer = setTimeout(() => this.next(), 1000 * read);
    else this.next();
  }
}

function rolled(news: News): boolean {
  return news.events.some((event) => event.what === "rolled");
}

/** Whether dice are seen to fall. */
function falls(news: News): boolean {
  if (!news.position || !rolled(news) || !row(news.position.shown).length) return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
