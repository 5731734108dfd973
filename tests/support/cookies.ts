/** A fetch that keeps cookies, like a browser, for a single origin. */
export function cookieFetch(jar: Map<string, string> = new Map()): typeof globalThis.fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(input, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', value = ''] = pair.split('=', 2);
      if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0'))
        jar.delete(name.trim());
      else jar.set(name.trim(), value.trim());
    }
    return answer;
  };
}
