/** A service of a device. */
interface Service {
  readonly method: string;
  /** States that it changes, as its product model declares. */
  readonly states: readonly string[];
}

/** Pairs of words in names of services that are opposite, either way round. */
const OPPOSITES: ReadonlySet<string> = new Set(
  (
    [
      ['open', 'close'],
      ['on', 'off'],
      ['start', 'stop'],
      ['enable', 'disable'],
      ['lock', 'unlock'],
      ['up', 'down'],
      ['raise', 'lower'],
      ['extend', 'retract'],
      ['fill', 'drain'],
      ['heat', 'cool'],
      ['open', 'shut'],
    ] as const
  ).flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]),
);

/** The words of a name: 'openValve' and 'open_valve' are 'open', 'valve'. */
const wordsOf = (method: string): string[] =>
  method
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** Whether two names differ in one word, which is the opposite of the other. */
function haveOppositeNames(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.length !== others.length) return false;
  const different = words.flatMap((word, at) => (word === others[at] ? [] : [`${word} ${others[at]}`]));
  return different.length === 1 && OPPOSITES.has(different[0] ?? '');
}

/** Whether two services of a device undo each other: they change the same state, or their names say so. */
export const areOpposite = (one: Service, other: Service): boolean =>
  one.states.some((state) => other.states.includes(state)) || haveOppositeNames(one.method, other.method);
