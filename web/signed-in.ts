/** By the readable cookie beside the session: for wording only, never for access control. */
export function isSignedIn(): boolean {
  return /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)
}
