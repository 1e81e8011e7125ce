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

/** The same line by line, for text that is never part of a header. */
export function plainLines(typed: string): string {
  return typed
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(plainText)
    .join('\n')
    .trim()
}
