import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Box, Boxes } from './screen-record.ts';

// What each state of the screens looked like when somebody looked at it: where everything stands, in which colours, and the
// mean colours of its picture, coarsely. Renewed by `npm run pictures -- states`.

const FOLDER = resolve(import.meta.dirname, '../long/kept');
const isUpdate = process.env['FARM3D_UPDATE_PICTURES'] === '1';
/** Edges that differ by less have not moved: a reading with one digit more or less takes so much. Of the root's text size. */
const LEAST_MOVE = 0.75;
/** Of a colour channel, of 255. */
const LEAST_COLOUR_CHANGE = 4;
/** Of a channel of a cell's mean colour: what a digit more, a thin line or another rounding of an edge makes of it. */
const LEAST_CELL_CHANGE = 20;

/** Of one look: what moves often moves much else. */
const MAX_TEXT = 8;

export interface ScreenRecord {
  /** Text size of the root, px. */
  rem: number;
  boxes: Boxes;
  /** Rows of mean colours, 'rrggbb'. */
  cells: string[][];
}

interface KeptRecord {
  rem: number;
  boxes: Boxes;
  /** Each row: colours, with 'xN' where N in a row are the same. */
  cells: string[];
}

const pack = (row: string[]): string => {
  const runs: { colour: string; length: number }[] = [];
  for (const colour of row) {
    const last = runs.at(-1);
    if (last?.colour === colour) last.length += 1;
    else runs.push({ colour, length: 1 });
  }
  return runs.map(({ colour, length }) => (length > 1 ? `${colour}x${length}` : colour)).join(' ');
};
const unpack = (row: string): string[] =>
  row.split(' ').flatMap((run) => {
    const [colour = '', length = '1'] = run.split('x');
    return Array<string>(Number(length)).fill(colour);
  });

const channelsOf = (hex: string): number[] =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const numbersOf = (css: string): number[] => (css.match(/[\d.]+/g) ?? []).map(Number);
const isOtherColour = (a: string, b: string): boolean => {
  const [one, other] = [numbersOf(a), numbersOf(b)];
  return (
    one.length !== other.length || one.some((value, i) => Math.abs(value - other[i]!) > LEAST_COLOUR_CHANGE)
  );
};

const output = ([x, y, width, height]: Box): string => `${width} × ${height} at ${x}, ${y}`;
const edges = ([x, y, width, height]: Box): number[] => [x, y, x + width, y + height];
const farthest = (a: Box, b: Box): number => {
  const other = edges(b);
  return Math.max(...edges(a).map((edge, i) => Math.abs(edge - other[i]!)));
};

/** What has gone, come, moved or changed its colour among those of one name. */
function changesOf(name: string, kept: readonly Box[], now: readonly Box[], least: number): string[] {
  const changes: string[] = [];
  const [gone, come] = [[...kept], [...now]];
  for (const before of kept) {
    const nearest = come.toSorted((a, b) => farthest(before, a) - farthest(before, b))[0];
    if (!nearest || farthest(before, nearest) > least) continue;
    come.splice(come.indexOf(nearest), 1);
    gone.splice(gone.indexOf(before), 1);
    if (isOtherColour(before[4], nearest[4]))
      changes.push(`${name} has the ground ${nearest[4] || 'none'}, kept is ${before[4] || 'none'}`);
    if (isOtherColour(before[5], nearest[5]))
      changes.push(`${name} has the ink ${nearest[5] || 'none'}, kept is ${before[5] || 'none'}`);
  }
  while (gone.length > 0 && come.length > 0) {
    const [before, after] = [gone.shift()!, come.shift()!];
    changes.push(`${name} is ${output(after)}, kept is ${output(before)}`);
  }
  changes.push(...gone.map((box) => `${name}, ${output(box)}, is gone`));
  changes.push(...come.map((box) => `${name}, ${output(box)}, is new`));
  return changes;
}

/** Cells of one picture that have no like in the other, there or next to it: what moved less than a cell has not changed. */
function unlike(a: string[][], b: string[][]): string[] {
  const [one, other] = [a.map((row) => row.map(channelsOf)), b.map((row) => row.map(channelsOf))];
  return one.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      const isThere = [-1, 0, 1].some((dy) =>
        [-1, 0, 1].some((dx) => {
          const like = other[y + dy]?.[x + dx];
          return like && cell.every((value, i) => Math.abs(value - like[i]!) <= LEAST_CELL_CHANGE);
        }),
      );
      return isThere ? [] : [`${x},${y}`];
    }),
  );
}

/** How what is shown differs from what is kept, in words. */
function differences(kept: KeptRecord, now: ScreenRecord): string[] {
  const least = Math.max(LEAST_MOVE * now.rem, 1);
  const names = new Set([...Object.keys(kept.boxes), ...Object.keys(now.boxes)]);
  const changes = [...names].flatMap((name) =>
    changesOf(name, kept.boxes[name] ?? [], now.boxes[name] ?? [], least),
  );
  const before = kept.cells.map(unpack);
  const cells = new Set([...unlike(before, now.cells), ...unlike(now.cells, before)]);
  if (cells.size > 0)
    changes.push(
      `its colours differ from those kept in ${cells.size} of ${before.flat().length} cells: ${[...cells].slice(0, 8).join(' ')}`,
    );
  return changes;
}

const fileOf = (state: string): string => join(FOLDER, `${state}.json`);
const keptOf = (state: string): Record<string, KeptRecord> =>
  existsSync(fileOf(state))
    ? (JSON.parse(readFileSync(fileOf(state), 'utf8')) as Record<string, KeptRecord>)
    : {};

/** How a look of a state differs from the kept one, in words. */
export function differencesFromKept(state: string, look: string, record: ScreenRecord): string[] {
  const kept = keptOf(state)[look];
  if (!kept) return ['nothing is kept of it: npm run pictures -- states'];
  const all = differences(kept, record);
  const rest = all.length - MAX_TEXT;
  return rest > 0 ? [...all.slice(0, MAX_TEXT), `and ${rest} more differences from what is kept`] : all;
}

/** Keeps a look from now on, if it is the same twice. @returns whether; false when none are to be renewed */
export function renewKept(
  state: string,
  look: string,
  last: ScreenRecord,
  { rem, boxes, cells }: ScreenRecord,
): boolean {
  if (!isUpdate || JSON.stringify(last) !== JSON.stringify({ rem, boxes, cells })) return false;
  const looks = { ...keptOf(state), [look]: { rem, boxes, cells: cells.map(pack) } };
  mkdirSync(FOLDER, { recursive: true });
  // A line for each name and each row: a change is seen in the files' history.
  const lines = Object.entries(looks).map(([name, kept]) => {
    const objects = Object.entries(kept.boxes)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([object, all]) => `${JSON.stringify(object)}:${JSON.stringify(all)}`)
      .join(',\n');
    const rows = kept.cells.map((row) => JSON.stringify(row)).join(',\n');
    return `${JSON.stringify(name)}:{"rem":${kept.rem},"boxes":{\n${objects}},"cells":[\n${rows}]}`;
  });
  writeFileSync(fileOf(state), `{${lines.join(',\n')}}\n`);
  return true;
}
