// What a release changes in the texts of the repository. Pure: scripts/release.mjs reads and writes the files.

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
 * The changelog with what stood under Unreleased under the version, and an empty Unreleased above it.
 * @throws when nothing stands there: a release that changes nothing is none.
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
