// Guards against open redirects. BASE only lets the path be parsed as browsers do.
const BASE = 'https://site.invalid'

/** Returns the normalised path with query and fragment, or null for any other address or text. */
export function sameSitePath(from: string | null | undefined): string | null {
  if (!from?.startsWith('/') || /[\\\s\p{Cc}]/u.test(from)) return null
  const url = URL.parse(from, BASE)
  if (url?.origin !== BASE) return null
  // Leading encoded slashes become dangerous when a proxy decodes them.
  if (/^\/(\/|%2f|%5c|%09|%0[ad])/i.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
