import type { Linkage } from '@farm3d/api';
import type { Catalogue } from './catalogue.ts';

/** Another linkage that sends something else to the same service of a device, or to an opposite one. */
export interface Conflict {
  readonly otherId: string;
  readonly otherName: string;
  readonly deviceId: string;
  readonly method: string;
  /** The service of the other linkage. */
  readonly otherMethod: string;
}

type Rule = Pick<Linkage, 'id' | 'name' | 'enabled' | 'actions'>;

/** What a linkage sends to a service: each set of parameters once. */
interface Commands {
  readonly rule: Rule;
  readonly deviceId: string;
  readonly method: string;
  readonly parameters: ReadonlySet<string>;
}

/** JSON with sorted members: the same for equal values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

function commandsOf(rule: Rule): Commands[] {
  const commands = rule.actions.flatMap((action) => (action.type === 'command' ? [action] : []));
  const byService = Map.groupBy(commands, ({ deviceId, method }) => JSON.stringify([deviceId, method]));
  return [...byService.values()].flatMap((list) => {
    const [first] = list;
    if (!first) return [];
    const parameters = new Set(list.map(({ params }) => canonical(params)));
    return [{ rule, deviceId: first.deviceId, method: first.method, parameters }];
  });
}

/** Whether both send nothing but the same parameters. */
const agree = (a: Commands, b: Commands): boolean => new Set([...a.parameters, ...b.parameters]).size === 1;

/**
 * Enabled linkages that send different parameters to the same service of a device, or use opposite services of it, by
 * the ids of both. Several commands of one linkage are a sequence, no conflict.
 * @param catalogue says what services change; null: their names alone tell
 */
export function conflictsOf(
  rules: readonly Rule[],
  catalogue: Pick<Catalogue, 'service'> | null,
): ReadonlyMap<string, readonly Conflict[]> {
  const found = new Map<string, Conflict[]>();
  const isConflict = (one: Commands, other: Commands): boolean => {
    if (one.rule === other.rule) return false;
    if (one.method === other.method) return !agree(one, other);
    const statesOf = ({ deviceId, method }: Commands) =>
      catalogue?.service(deviceId, method)?.associatedStates ?? [];
    return areOpposite(
      { method: one.method, states: statesOf(one) },
      { method: other.method, states: statesOf(other) },
    );
  };
  const commands = rules.filter(({ enabled }) => enabled).flatMap((rule) => commandsOf(rule));
  for (const list of Map.groupBy(commands, ({ deviceId }) => deviceId).values())
    for (const one of list)
      for (const other of list) {
        if (!isConflict(one, other)) continue;
        const conflict = {
          otherId: other.rule.id,
          otherName: other.rule.name,
          deviceId: one.deviceId,
          method: one.method,
          otherMethod: other.method,
        };
        found.set(one.rule.id, [...(found.get(one.rule.id) ?? []), conflict]);
      }
  return found;
}

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
const areOpposite = (one: Service, other: Service): boolean =>
  one.states.some((state) => other.states.includes(state)) || haveOppositeNames(one.method, other.method);
