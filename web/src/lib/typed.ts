// Faces that somebody typed: `3 3 5`, `335`, `gg y r`, `green green red`.

import type { Face } from "./types";
import type { Texts } from "./words";

export function readFaces(typed: string, faces: Face[], words: Texts): { faces: Face[] } | { wrong: string } {
  const known = new Map<string, Face>();
  for (const face of faces) {
    known.set(String(face).toLowerCase(), face);
    const name = words[`face.${face}`];
    if (name) known.set(name.toLowerCase(), face);
  }
  const longest = Math.max(...[...known.keys()].map((name) => name.length));
  const found: Face[] = [];
  for (const token of typed.toLowerCase().split(/[\s,;/]+/).filter(Boolean)) {
    let rest = token;
    while (rest) {
      let length = Math.min(longest, rest.length);
      while (length && !known.has(rest.slice(0, length))) length--;
      if (!length) return { wrong: `There is no “${token}” on these dice; their faces are ${faces.join(" ")}.` };
      found.push(known.get(rest.slice(0, length))!);
      rest = rest.slice(length);
    }
  }
  return { faces: found };
}
