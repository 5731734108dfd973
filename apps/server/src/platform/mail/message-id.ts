/** `<id@domain>` with the domain of the sender. */
export function idAtDomain(id: string, from: string): string {
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'farm3d.invalid';
  return `<${id}@${domain}>`;
}
