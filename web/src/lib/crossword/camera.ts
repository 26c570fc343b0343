// What part of the unbounded table is in sight.

import type { Place } from "./layout";

/** Pixels of a cell at zoom 1: a finger meets it. */
export const CELL = 46;
export const NEAREST = 2;
export const FARTHEST = 0.35;
/** Below this a cell is too small to be met, by a finger or by a mouse. */
export const HANDY = { finger: 27 / CELL, mouse: 24 / CELL };
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

/** All these cells in sight with some room around them, no smaller than `least`; what does not fit is centred on `focus`. */
export function fit(cells: readonly Place[], focus: readonly Place[], width: number, whole: number, least: number): Camera {
  const height = whole - BUTTONS;
  const all = box(cells);
  const room = 1.25;
  const needed = (from: number, to: number, length: number) => (length - RULER) / ((to - from + 2 * room) * CELL);
  const zoom = clamp(Math.min(needed(all.left, all.right, width), needed(all.top, all.bottom, height)), least, 1);
  const size = CELL * zoom;
  const seen = box(focus.length ? focus : cells);
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

function box(cells: readonly Place[]): { left: number; right: number; top: number; bottom: number } {
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
