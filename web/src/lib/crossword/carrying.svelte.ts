// A die that a pointer carries, from the hand or off the table again, until it is let go.

import type { Place } from "./layout";

const SLOP = 7;
/** A finger hides what is under it: the die is carried above it. */
const LIFT = 44;

interface Grip {
  die: number;
  pointer: number;
  start: Place;
  now: Place;
  on: boolean;
  above: number;
}

interface Hooks {
  /** It has moved far enough to be a drag. */
  begin: (die: number, pointer: number) => void;
  /** At every frame, also while it is held still. */
  carry: (die: number, place: Place) => void;
  drop: (die: number) => void;
  cancel: () => void;
  /** It was touched and let go, and not moved. */
  tap: (die: number, where: EventTarget | null) => void;
}

export class Carrying {
  #grip = $state.raw<Grip | null>(null);
  #hooks: Hooks;
  /** Whether the last gesture was a drag, so that the click which ends it means nothing. */
  moved = false;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** The die in the air, and where it is drawn. */
  die = $derived.by(() => (this.#grip?.on ? this.#grip.die : null));
  place = $derived.by((): Place | null => this.#grip && { x: this.#grip.now.x, y: this.#grip.now.y - this.#grip.above });

  lift(die: number, event: PointerEvent): void {
    if (event.button || this.#grip) return;
    const start = { x: event.clientX, y: event.clientY };
    const above = event.pointerType === "mouse" ? 0 : LIFT;
    this.moved = false;
    this.#grip = { die, pointer: event.pointerId, start, now: start, on: false, above };
  }

  follow = (event: PointerEvent): void => {
    const grip = this.#grip;
    if (event.pointerId !== grip?.pointer) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!grip.on && Math.hypot(now.x - grip.start.x, now.y - grip.start.y) < SLOP) return;
    this.#grip = { ...grip, now, on: true };
    if (!grip.on) {
      this.#hooks.begin(grip.die, grip.pointer);
      requestAnimationFrame(this.#carry);
    }
    this.#carried();
  };

  end = (event: PointerEvent): void => {
    const grip = this.#grip;
    if (event.pointerId !== grip?.pointer) return;
    this.#grip = null;
    this.moved = grip.on;
    if (event.type !== "pointerup") this.#hooks.cancel();
    else if (grip.on) this.#hooks.drop(grip.die);
    else this.#hooks.tap(grip.die, event.target);
  };

  letGo(): void {
    this.#grip = null;
  }

  #carry = (): void => {
    if (this.#carried()) requestAnimationFrame(this.#carry);
  };

  #carried(): boolean {
    if (this.die === null || !this.place) return false;
    this.#hooks.carry(this.die, this.place);
    return true;
  }
}
