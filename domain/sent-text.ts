/** A mail's text without the addresses that its links lead to: one of them may sign in or pay. */
export function withoutLinks(text: string): string {
  return text.replace(/\bhttps?:\/\/([^\s/]+)\S*/g, '[link to $1]')
}
