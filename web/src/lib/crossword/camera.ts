// What part of the unbounded table is in sight.

import type { Place } from "./layout";

/** Pixels of a cell at zoom 1: a finger meets it. */
export const CELL = 46;
export const NEAREST = 2;
export const FARTHEST = 0.3;
/** Below this a cell is too small to be met, by a finger or by a mouse. */
export const HANDY = { finger: 27 / CELL, mouse: 24 / CELL };
/** Below this a letter is not read easily. */
export const READABLE = 18 / CELL;
/** Pixels at the top and the left that rulers cover. */
export const RULER = 20;
/** Pixels at the bottom that the buttons for zooming cover. */
export const BUTTONS = 44;

/** `x`, `y`: where the corner of cell 0,0 is drawn, in pixels. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

/**
 * All these cells in sight with some room around them, no smaller than `least`. Where that is too much, all of them
 * without that room, if they can be read then; else at least those of `focus`, the last move.
 */
export function fit(cells: readonly Place[], focus: readonly Place[], width: number, whole: number, least: number): Camera {
  const all = box(cells);
  const seen = box(focus.length ? focus : cells);
  const across = width - RULER;
  const needed = ({ left, right, top, bottom }: Box, room: number, height: number) =>
    Math.min(across / ((right - left + 2 * room) * CELL), height / ((bottom - top + 2 * room) * CELL));
  const roomy = needed(all, 1.25, whole - BUTTONS - RULER);
  const tight = needed(all, 0.3, whole - RULER);
  const readable = Math.min(READABLE, least);
  const last = focus.length ? needed(seen, 0.3, whole - RULER) : readable;
  const zoom = roomy >= least ? Math.min(roomy, 1) : clamp(tight >= readable ? tight : last, FARTHEST, least);
  const height = roomy >= least || all.bottom - all.top < 3 ? whole - BUTTONS : whole;
  const size = CELL * zoom;
  const centre = (from: number, to: number, near: number, far: number, length: number) => {
    const middle = (to - from) * size <= length - RULER ? from + to : near + far;
    return (length + RULER - middle * size) / 2;
  };
  return {
    x: centre(all.left, all.right, seen.left, seen.right, width),
    y: centre(all.top, all.bottom, seen.top, seen.bottom, height),
    zoom,
  };
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function box(cells: readonly Place[]): Box {
  if (!cells.length) return { left: 0, right: 1, top: 0, bottom: 1 };
  return {
    left: Math.min(...cells.map(({ x }) => x)),
    right: Math.max(...cells.map(({ x }) => x)) + 1,
    top: Math.min(...cells.map(({ y }) => y)),
    bottom: Math.max(...cells.map(({ y }) => y)) + 1,
  };
}

/** Nearer or farther, with the point at x, y staying where it is. */
export function zoomed(camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = clamp(camera.zoom * factor, FARTHEST, NEAREST);
  const by = zoom / camera.zoom;
  return { x: x - (x - camera.x) * by, y: y - (y - camera.y) * by, zoom };
}

/** Moved just so far that a cell is in sight. */
export function showing(camera: Camera, place: Place, width: number, height: number): Camera {
  const size = CELL * camera.zoom;
  const into = (from: number, at: number, length: number) => {
    const low = from + at * size;
    return from + clamp(low, RULER + size / 2, Math.max(RULER + size / 2, length - 1.5 * size)) - low;
  };
  return { ...camera, x: into(camera.x, place.x, width), y: into(camera.y, place.y, height) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
