// The words of a command line: names (of scopes, suites, files), flags (`--again`) and values (`--seconds=60`).
import { fail } from './workspace.mjs';

/**
 * Names, and what was said of the known flags and values. A word that nothing knows ends the program before it does anything:
 * `--help` must not start the work of an hour.
 */
export function wordsOf(words, { isName, flags = [], values = [] }) {
  const options = words.filter((word) => word.startsWith('--'));
  const names = words.filter((word) => !word.startsWith('--'));
  const unknown = [
    ...names.filter((name) => !isName(name)),
    ...options.filter((option) => {
      const [name, value] = option.slice(2).split('=', 2);
      return value === undefined ? !flags.includes(name) : !values.includes(name);
    }),
  ];
  if (unknown.length > 0)
    fail(`not known: ${unknown.join(', ')}; the first lines of the script tell what is`);
  return {
    names,
    has: (flag) => options.includes(`--${flag}`),
    value: (name) => options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3),
  };
}

/** When a run with `--seconds=N` starts nothing more, ms of `Date.now`. */
export const deadlineOf = (seconds) =>
  seconds === undefined ? Infinity : Date.now() + Number(seconds) * 1000;
