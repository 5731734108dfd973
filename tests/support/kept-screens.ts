import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Box, Boxes } from './screen-record.ts';

// Reference records of each state of the screens, which a person has checked: positions and colours of
// elements, and mean colours of a coarse grid. Renewed by `npm run pictures -- states`.

const FOLDER = resolve(import.meta.dirname, '../long/kept');
const isUpdate = process.env['FARM3D_UPDATE_PICTURES'] === '1';
/** Edges that differ by less count as equal, in rem: one digit more or less of a reading moves them by this much. */
const MIN_MOVE_REM = 0.75;
/** Colour channels that differ by less count as equal, of 255. */
const MIN_COLOUR_CHANGE = 4;
/**
 * Channels of a cell's mean colour that differ by less count as equal: one digit more, a thin line or another
 * rounding.
 */
const MIN_CELL_CHANGE = 20;

/** Maximum number of reported differences per look: one cause often moves many elements. */
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
  /** Each row: colours, with 'xN' for N equal ones in sequence. */
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
    one.length !== other.length || one.some((value, i) => Math.abs(value - other[i]!) > MIN_COLOUR_CHANGE)
  );
};

const output = ([x, y, width, height]: Box): string => `${width} × ${height} at ${x}, ${y}`;
const edges = ([x, y, width, height]: Box): number[] => [x, y, x + width, y + height];
const farthest = (a: Box, b: Box): number => {
  const other = edges(b);
  return Math.max(...edges(a).map((edge, i) => Math.abs(edge - other[i]!)));
};

/** Elements of one name that were removed, added, moved or changed their colour. */
function changesOf(name: string, kept: readonly Box[], now: readonly Box[], least: number): string[] {
  const changes: string[] = [];
  const [removed, added] = [[...kept], [...now]];
  for (const before of kept) {
    const nearest = added.toSorted((a, b) => farthest(before, a) - farthest(before, b))[0];
    if (!nearest || farthest(before, nearest) > least) continue;
    added.splice(added.indexOf(nearest), 1);
    removed.splice(removed.indexOf(before), 1);
    if (isOtherColour(before[4], nearest[4]))
      changes.push(`${name} has the ground ${nearest[4] || 'none'}, kept is ${before[4] || 'none'}`);
    if (isOtherColour(before[5], nearest[5]))
      changes.push(`${name} has the ink ${nearest[5] || 'none'}, kept is ${before[5] || 'none'}`);
  }
  while (removed.length > 0 && added.length > 0) {
    const [before, after] = [removed.shift()!, added.shift()!];
    changes.push(`${name} is ${output(after)}, kept is ${output(before)}`);
  }
  changes.push(...removed.map((box) => `${name}, ${output(box)}, is gone`));
  changes.push(...added.map((box) => `${name}, ${output(box)}, is new`));
  return changes;
}

/**
 * Cells of one grid without an equal cell in the other, at the same position or next to it: movements of less
 * than a cell are ignored.
 */
function changedCells(a: string[][], b: string[][]): string[] {
  const [one, other] = [a.map((row) => row.map(channelsOf)), b.map((row) => row.map(channelsOf))];
  return one.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      const isThere = [-1, 0, 1].some((dy) =>
        [-1, 0, 1].some((dx) => {
          const like = other[y + dy]?.[x + dx];
          return like && cell.every((value, i) => Math.abs(value - like[i]!) <= MIN_CELL_CHANGE);
        }),
      );
      return isThere ? [] : [`${x},${y}`];
    }),
  );
}

/** Differences between the present record and the reference, as texts. */
function differences(kept: KeptRecord, now: ScreenRecord): string[] {
  const least = Math.max(MIN_MOVE_REM * now.rem, 1);
  const names = new Set([...Object.keys(kept.boxes), ...Object.keys(now.boxes)]);
  const changes = [...names].flatMap((name) =>
    changesOf(name, kept.boxes[name] ?? [], now.boxes[name] ?? [], least),
  );
  const before = kept.cells.map(unpack);
  const cells = new Set([...changedCells(before, now.cells), ...changedCells(now.cells, before)]);
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

/** Differences between a look of a state and its reference, as texts. */
export function differencesFromKept(state: string, look: string, record: ScreenRecord): string[] {
  const kept = keptOf(state)[look];
  if (!kept) return ['nothing is kept of it: npm run pictures -- states'];
  const all = differences(kept, record);
  const rest = all.length - MAX_TEXT;
  return rest > 0 ? [...all.slice(0, MAX_TEXT), `and ${rest} more differences from what is kept`] : all;
}

/**
 * Stores a look as the reference if two records are equal. @returns whether it was stored; false if
 * references are not renewed
 */
export function renewKept(
  state: string,
  look: string,
  last: ScreenRecord,
  { rem, boxes, cells }: ScreenRecord,
): boolean {
  if (!isUpdate || JSON.stringify(last) !== JSON.stringify({ rem, boxes, cells })) return false;
  const looks = { ...keptOf(state), [look]: { rem, boxes, cells: cells.map(pack) } };
  mkdirSync(FOLDER, { recursive: true });
  // One line per name and per row, so that diffs of the files are readable.
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
