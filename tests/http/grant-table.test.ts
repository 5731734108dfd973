import { afterAll, beforeAll, describe, it } from 'vitest';
import { GRANT_KINDS, type GrantKind } from '../../apps/server/src/platform/auth/grants/grant-kinds.ts';
import { Cast, ENDS, prepare, type End } from './grants/cast.ts';
import { ROWS, sceneOptions } from './grants/rows.ts';

/*
 * Every kind of grant against every way in which its right ends: afterwards it has no effect. The absence of an effect is
 * proven by a later effect on the same connection, or on one with a valid right.
 */

const KINDS = Object.keys(GRANT_KINDS) as GrantKind[];

let cast: Cast;
beforeAll(async () => {
  cast = await Cast.assemble();
});
const passed = new Set<string>();
afterAll(async () => {
  await cast?.server.stop();
  console.log(grantTable());
});

/** A cross: ended. A dot: the end does not concern the grant. An exclamation mark: the grant still had an effect. */
function grantTable(): string {
  const mark = (kind: GrantKind, end: End): string =>
    ROWS[kind].notConcerned[end] !== undefined ? '·' : passed.has(`${kind} ${end}`) ? '×' : '!';
  const width = Math.max(...KINDS.map(({ length }) => length));
  const head = ['', ...ENDS].map((text, column) => text.padEnd(column === 0 ? width : 13)).join('  ');
  const lines = KINDS.map((kind) =>
    [kind.padEnd(width), ...ENDS.map((end) => mark(kind, end).padEnd(13))].join('  ').trimEnd(),
  );
  const grants = KINDS.map((kind) => {
    const { who, what, right, checked, ended } = GRANT_KINDS[kind];
    return `${kind}\n  ${who}: ${what}\n  by: ${right}\n  checked: ${checked}\n  ended: ${ended}`;
  });
  const reasons = KINDS.flatMap((kind) =>
    Object.entries(ROWS[kind].notConcerned).map(([end, reason]) => `${kind}, ${end}: ${reason}`),
  );
  return [head, ...lines, '', ...grants, '', 'not concerned:', ...reasons].join('\n');
}

describe.each(KINDS)('%s', (kind) => {
  const { open, notConcerned } = ROWS[kind];
  it.each(ENDS.filter((end) => notConcerned[end] === undefined))('is over after: %s', async (end) => {
    const scene = await prepare(cast, end, sceneOptions(kind, end));
    const proveItsEnd = await open(scene);
    await scene.finish();
    await proveItsEnd();
    passed.add(`${kind} ${end}`);
  });
});
