/** Text of a command that is searched. */
export interface Searchable {
  readonly label: string;
  /** Words that also find it, in any language. */
  readonly words: string;
}

/** How well a command matches: 0 best; null: not all words of the query are in it. */
function rank({ label, words }: Searchable, query: readonly string[]): number | null {
  const name = label.toLocaleLowerCase();
  const all = `${name}\n${words.toLocaleLowerCase()}`;
  if (!query.every((word) => all.includes(word))) return null;
  const first = query[0] ?? '';
  if (name.startsWith(first)) return 0;
  return name.includes(first) ? 1 : 2;
}

/** The commands that have all words of the query, best first; those that match alike keep their order. */
export function matching<T extends Searchable>(commands: readonly T[], query: string): T[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return commands
    .flatMap((command) => {
      const at = rank(command, words);
      return at === null ? [] : [{ command, at }];
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ command }) => command);
}
