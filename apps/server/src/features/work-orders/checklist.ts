import type { CheckItem } from './tables.ts';

/** Who changes a checklist, and when (epoch ms). */
interface Checker {
  readonly name: string;
  readonly at: number;
}

/**
 * A checklist as somebody sent it, with who did what: what was done before keeps its name and time.
 * @param before the stored one
 */
export function checkedList(
  sent: readonly { readonly text: string; readonly done: boolean }[],
  before: readonly CheckItem[],
  { name, at }: Checker,
): CheckItem[] {
  const left = [...before];
  return sent.map(({ text, done }) => {
    const place = left.findIndex((one) => one.text === text);
    const [stored] = place < 0 ? [] : left.splice(place, 1);
    if (!done) return { text, done, by: null, at: null };
    return stored?.done === true ? stored : { text, done, by: name, at };
  });
}
