// Where `from` may lead: a link that somebody sends must not take a member to another site after he
// has signed in. The base exists only so that the address can be parsed as a browser parses it.
const BASE = 'https://site.invalid'

/**
 * The path of this site that `from` names, normalised, with query and fragment. Null for anything
 * else: other sites in all their disguises ('//evil', '/\evil', '/%5Cevil', '/.//evil'), schemes,
 * relative paths, control characters, and nothing at all.
 */
export function sameSitePath(from: string | null | undefined): string | null {
  if (!from?.startsWith('/') || /[\\\s\p{Cc}]/u.test(from)) return null
  const url = URL.parse(from, BASE)
  if (url?.origin !== BASE) return null
  // Encoded slashes at the front are harmless until something on the way decodes them.
  if (/^\/(\/|%2f|%5c|%09|%0[ad])/i.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
