// The changes of a release in texts of the repository, as pure functions: scripts/release.mjs reads and
// writes the files.

const NUMBERS = /^(\d+)\.(\d+)\.(\d+)$/;

function numbersOf(version) {
  const match = NUMBERS.exec(version);
  if (!match) throw new Error(`'${version}' is not a version of the form 1.2.3`);
  return match.slice(1).map(Number);
}

/** Throws unless `next` comes after `present`. */
export function expectNewer(next, present) {
  const [a, b] = [numbersOf(next), numbersOf(present)];
  const at = a.findIndex((number, i) => number !== b[i]);
  if (at < 0 || a[at] < b[at]) throw new Error(`${next} does not come after ${present}`);
}

/**
 * Moves the entries under Unreleased to the version, below an empty Unreleased.
 * @throws if there are no entries: a release needs at least one change.
 */
export function releaseChangelog(text, version, day) {
  const match = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text);
  if (!match) throw new Error('CHANGELOG.md has no section Unreleased');
  const notes = match[1].trim();
  if (notes === '') throw new Error('nothing stands under Unreleased in CHANGELOG.md');
  const rest = text.slice(match.index + match[0].length);
  const head = `${text.slice(0, match.index)}## Unreleased\n\n## ${version} (${day})\n\n${notes}\n`;
  return rest === '' ? head : `${head}\n${rest}`;
}

/** Host and path of a repository's address, whatever its form. */
function placeOf(address) {
  return address
    .trim()
    .replace(/^git\+/, '')
    .replace(/^\w+:\/\/(?:[^@/]+@)?/, '')
    .replace(/^[^@/]+@([^:/]+):/, '$1/')
    .replace(/\.git$/, '');
}

/** Throws unless the address in the published package is that of the repository that it is published from. */
export function expectSameRepository(named, origin) {
  if (origin.trim() === '') throw new Error(`there is no remote origin to compare ${named} with`);
  if (placeOf(named) !== placeOf(origin))
    throw new Error(`package.json names ${named} as its repository, and origin is ${origin.trim()}`);
}
