/**
 * What a page is for, until its numbers are known. On a phone it has no width of its own: the buttons beside it stay where
 * they are when the numbers come, which are shorter.
 */
export function PageHint({ text }: { text: string }) {
  return <span className="max-md:block max-md:w-0 max-md:min-w-full max-md:truncate">{text}</span>;
}
