export const OFFLINE =
  'You are offline. We have kept your answers. Try again when you have a connection.'

/** The words of a failure, or that there is no network. */
export function unlessOffline(text: string): string {
  return navigator.onLine === false ? OFFLINE : text
}
