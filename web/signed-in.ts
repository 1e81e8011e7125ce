/**
 * Whether this browser is signed in, by the readable cookie that the server sets beside the
 * session: for wording only, never for access control. Browser only.
 */
export function isSignedIn(): boolean {
  return /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)
}
