/** A character as it is drawn. */
export interface Glyph {
  readonly character: string;
  readonly font: string;
  readonly width: number;
}

/** Stands never at the beginning of a line. */
const NO_START = /^[，。、；：？！）》」』”’…,.;:?!)\]}%℃]$/;
/** Words of these are not cut. */
const WORD = /^[\w'’.\-/]$/;

/** Lines of at most `width`, of the unit of the glyphs. Chinese breaks anywhere, a word only when it fills a line. */
export function brokenLines(glyphs: readonly Glyph[], width: number): Glyph[][] {
  const lines: Glyph[][] = [];
  let line: Glyph[] = [];
  let used = 0;
  const next = (rest: Glyph[] = []): void => {
    lines.push(line);
    line = rest;
    used = rest.reduce((sum, glyph) => sum + glyph.width, 0);
  };
  for (const glyph of glyphs) {
    if (glyph.character === '\n') {
      next();
      continue;
    }
    if (used + glyph.width > width && line.length > 0) next(line.splice(breakIn(line, glyph)));
    // The blank at which a line was broken is not shown.
    if (line.length === 0 && lines.length > 0 && glyph.character === ' ') continue;
    line.push(glyph);
    used += glyph.width;
  }
  next();
  return lines;
}

/** Index in a full line of what goes to the next one together with the glyph that has no room. */
function breakIn(line: readonly Glyph[], next: Glyph): number {
  let at = line.length;
  let follower = next;
  while (at > 0 && sticks(line[at - 1], follower)) {
    at -= 1;
    follower = line[at] ?? follower;
  }
  return at === 0 ? line.length : at;
}

const sticks = (before: Glyph | undefined, after: Glyph): boolean =>
  NO_START.test(after.character) || (WORD.test(before?.character ?? '') && WORD.test(after.character));
