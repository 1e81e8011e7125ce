/**
 * Whether somebody is signed in on this browser, by the readable cookie that the server sets beside
 * the session: enough to choose words by, never to decide what may be seen. Browser only.
 */
export function isSignedIn(): boolean {
  return /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)
}
