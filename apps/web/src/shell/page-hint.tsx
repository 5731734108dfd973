/** What a page is for, until its numbers are known: one line on a phone, as they are, so that nothing below moves. */
export function PageHint({ text }: { text: string }) {
  return <span className="max-md:block max-md:truncate">{text}</span>;
}
