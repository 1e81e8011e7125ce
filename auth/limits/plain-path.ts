const DOTS = /^(?:\.|%2e){1,2}$/i
/**
 * Letters, digits and -._~ need no escape (RFC 3986, 6.2.2.2); a backslash is refused. An escaped control
 * such as '%00' is in no route's words, so it is an id that is not found.
 */
const NEEDLESS_ESCAPE = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|5c)/i
const BAD_ESCAPE = /%(?![0-9a-f]{2})/i
const NEVER_IN_PATHS = /[\\#\p{Cc}]/u

/**
 * Whether the path of a request target is written in the one way that programs write it. Routers
 * decode other ways, such as '/%73ignup' and '/a/../b', so that a limit or a rule that reads the
 * text would not know them. Text after '?' is not judged.
 */
export function isPlainPath(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (NEEDLESS_ESCAPE.test(path) || BAD_ESCAPE.test(path) || NEVER_IN_PATHS.test(path)) return false
  return !path.split('/').some((segment) => DOTS.test(segment))
}
