import * as v from 'valibot';

/** Most origins of one embed token. */
export const MAX_EMBED_ORIGINS = 20;

/**
 * The origin of a web page as a browser sends it: scheme, host and port, in lower case; null for anything else. A trailing
 * slash is left out; an address with a path, a query, a user or a wildcard is none.
 */
export function pageOrigin(text: string): string | null {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed) || trimmed.includes('*')) return null;
  const { protocol, origin, href } = new URL(trimmed);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

/** Origins of a body, each once, as browsers send them. */
export const pageOrigins = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.maxLength(300, 'field.tooLong'),
      v.check((text) => pageOrigin(text) !== null, 'embed.origins'),
      v.transform((text) => pageOrigin(text) ?? ''),
    ),
  ),
  v.maxLength(MAX_EMBED_ORIGINS, 'field.tooLong'),
  v.transform((origins) => [...new Set(origins)]),
);
