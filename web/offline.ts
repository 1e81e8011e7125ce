export const OFFLINE = 'You are offline; your answers are kept. Try again when you have a network.'

/** The words of a failure, or that there is no network. */
export function unlessOffline(words: string): string {
  return navigator.onLine === false ? OFFLINE : words
}
