import type { LinkageAction } from '@farm3d/api';
import { HttpProblem } from '../../platform/http/problem.ts';

/** The linkages of an organisation, and which others each of them runs. */
export type Chains = ReadonlyMap<string, readonly string[]>;

/** Linkages that may run one another: those beyond are not run. */
export const MAX_DEPTH = 5;
/** Most runs that one trigger may cause. */
const MAX_RUNS = 100;

/** How many runs one run causes, with itself. @param depth how many linkages ran one another before */
function runCount(chains: Chains, from: string, depth = 0, known = new Map<string, number>()): number {
  const key = `${depth} ${from}`;
  const counted = known.get(key);
  if (counted !== undefined) return counted;
  const others = depth < MAX_DEPTH ? (chains.get(from) ?? []) : [];
  const count = others.reduce((sum, other) => sum + runCount(chains, other, depth + 1, known), 1);
  known.set(key, count);
  return count;
}

/** Whether a linkage runs another one, directly or by others. */
function runs(chains: Chains, from: string, sought: string, seen = new Set<string>()): boolean {
  if (from === sought) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (chains.get(from) ?? []).some((next) => runs(chains, next, sought, seen));
}

/**
 * The linkages that actions run exist, none of them runs the linkage of the actions, and no trigger causes too many runs.
 * @param id null for a linkage that is new
 * @throws {HttpProblem} 400 naming the field
 */
export function checkChains(actions: readonly LinkageAction[], id: string | null, chains: Chains): void {
  for (const [index, action] of actions.entries()) {
    if (action.type !== 'linkage') continue;
    const field = `actions.${index}.linkageId`;
    if (!chains.has(action.linkageId)) throw new HttpProblem(400, 'linkage.unknown', { field });
    if (id !== null && runs(chains, action.linkageId, id))
      throw new HttpProblem(400, 'linkage.circle', { field });
  }
  const first = actions.findIndex(({ type }) => type === 'linkage');
  if (first < 0) return;
  const own = id ?? '';
  const changed = new Map(chains).set(
    own,
    actions.flatMap((action) => (action.type === 'linkage' ? [action.linkageId] : [])),
  );
  // Also those that run this one.
  const isTooLong = [...changed.keys()].some(
    (one) => runs(changed, one, own) && runCount(changed, one) > MAX_RUNS,
  );
  if (isTooLong) throw new HttpProblem(400, 'linkage.chain', { field: `actions.${first}.linkageId` });
}
