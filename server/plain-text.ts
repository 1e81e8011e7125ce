/**
 * What a person typed, as text that a database, a mail header and a spreadsheet can all carry:
 * control characters become spaces, halves of characters are replaced, ends are trimmed.
 */
export function plainText(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}
