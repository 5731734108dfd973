// The guard of the tests: the names of all tests are committed, and a run fails that misses one of them.

/** Names by path of quality/test-names.txt: a line with a path, and below it the names, indented. */
export function parseNames(text) {
  const names = new Map();
  let own = [];
  for (const line of text.split('\n').filter((line) => line !== '')) {
    if (line.startsWith('  ')) own.push(line.slice(2));
    else names.set(line, (own = []));
  }
  return names;
}

const inOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

export function formatNames(names) {
  return [...names]
    .sort(([a], [b]) => inOrder(a, b))
    .map(([path, own]) => `${[path, ...own.toSorted(inOrder).map((name) => `  ${name}`)].join('\n')}\n`)
    .join('');
}

/** A function that tells whether a name is in the list, and takes it out. */
function takerOf(list) {
  const counts = new Map();
  for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (name) => {
    const count = counts.get(name) ?? 0;
    if (count > 0) counts.set(name, count - 1);
    return count > 0;
  };
}

/** The names of `all` that `others` does not have, or has less often. */
export function without(all, others) {
  const isTaken = takerOf(others);
  return all.filter((name) => !isTaken(name));
}

/** The names of `all` that `others` has as well. */
export const shared = (all, others) => without(all, without(all, others));

/**
 * Compares the names that a run has with those that are known. A name that is missing from its file and new in another one
 * has moved, and is not missing.
 *
 * @param {object} options
 * @param {Map<string, string[]>} options.known names by path
 * @param {Map<string, string[]>} options.ran names by path of each file that ran
 * @param {(path: string) => boolean} options.isExpected whether all names of a file that did not run are missing
 * @returns `missing` and `added`, lists of `{ path, name }`; `next`, the names to know from now on: with those that are
 *   missing, until a commit removes them
 */
export function compareNames({ known, ran, isExpected }) {
  const judged = [...known].filter(([path]) => ran.has(path) || isExpected(path));
  const lost = judged.flatMap(([path, names]) =>
    without(names, ran.get(path) ?? []).map((name) => ({ path, name })),
  );
  const found = [...ran].flatMap(([path, names]) =>
    without(names, known.get(path) ?? []).map((name) => ({ path, name })),
  );
  const isFound = takerOf(found.map(({ name }) => name));
  const isLost = takerOf(lost.map(({ name }) => name));
  const missing = lost.filter(({ name }) => !isFound(name));
  const added = found.filter(({ name }) => !isLost(name));
  const next = new Map([...known, ...ran]);
  for (const [path] of judged) if (!ran.has(path)) next.delete(path);
  for (const { path, name } of missing) next.set(path, [...(next.get(path) ?? []), name]);
  return { missing, added, next };
}
