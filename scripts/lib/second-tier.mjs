// Which files of the second tier a run takes that has not the time for all, and what is recorded of each
// (quality/second-tier.json): the commit at which it last passed, and the names of its tests.
import { createHash } from 'node:crypto';

/** After this many commits without a passed run a file runs whatever the time. */
const OLDEST = 150;

/**
 * @typedef {object} Candidate a file of the second tier
 * @property {string} path
 * @property {number} age commits since it last passed; Infinity when no run has recorded it yet
 * @property {number} seconds how long it takes
 * @property {'imports' | 'suite'} [reached] what of it changed since it last passed: something that it imports, or what its
 *   suite runs in processes and pages
 */

const RANKS = { imports: 1, suite: 2 };
const isTooOld = ({ age }) => age > OLDEST && age !== Infinity;
const rankOf = (file) => (isTooOld(file) ? 0 : (RANKS[file.reached] ?? 3));

/** Words for a candidate: why it comes when it comes. */
function whyOf({ age, reached }) {
  if (age === Infinity) return 'no run has recorded it yet';
  const commits = `last passed ${age} commits ago`;
  if (reached === 'imports') return `${commits}, imports what changed`;
  return reached === 'suite' ? `${commits}, its suite runs what changed` : commits;
}

/**
 * Chooses the files of a run: those that are too old, whatever the time; then, as long as the time is enough, those that the
 * changes reach, by imports first, and the others, those without a record before all. Among each other the stalest come first; of equally old ones the commit
 * decides, so that runs at different commits take different files.
 *
 * @param {Candidate[]} candidates
 * @param {object} options
 * @param {string} options.head commit of this run
 * @param {number} options.seconds time of the run
 * @param {number} options.atOnce files that run at once
 * @returns `chosen` and `left`, each of `{ path, why }` in their order. A file that passed at this very commit is in neither
 */
export function choose(candidates, { head, seconds, atOnce }) {
  const lot = ({ path }) => createHash('sha256').update(`${head} ${path}`).digest('hex');
  const sorted = candidates
    .filter(({ age, reached }) => age > 0 || reached)
    .sort(
      (a, b) => rankOf(a) - rankOf(b) || (a.age === b.age ? 0 : b.age - a.age) || (lot(a) < lot(b) ? -1 : 1),
    );
  const chosen = [];
  const left = [];
  let free = seconds * atOnce;
  for (const file of sorted) {
    // In their order: a shorter file does not overtake one that has waited longer.
    const isTaken = isTooOld(file) || (left.length === 0 && file.seconds <= free);
    if (isTaken) free -= file.seconds;
    (isTaken ? chosen : left).push({ path: file.path, why: whyOf(file) });
  }
  return { chosen, left };
}

/**
 * The records after a run.
 *
 * @param {Record<string, { commit: string | null, seconds?: number, names: string[] }>} records
 * @param {object} run
 * @param {Map<string, string[]>} run.names of the files of the second tier
 * @param {Map<string, number>} run.passed seconds of the files that passed
 * @param {string} [run.commit] at which they passed; undefined when it is not what the commit has
 */
export function recordsAfter(records, { names, passed, commit }) {
  const after = [...names].map(([path, own]) => {
    const before = records[path] ?? { commit: null };
    const isProof = commit !== undefined && passed.has(path);
    const { commit: at, seconds } = isProof ? { commit, seconds: passed.get(path) } : before;
    return [path, { commit: at, seconds, names: own.toSorted() }];
  });
  return Object.fromEntries(after.sort(([a], [b]) => (a < b ? -1 : 1)));
}
