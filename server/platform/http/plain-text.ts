import { visibleText } from '../../../domain/person-name.ts'

/**
 * Without what turns the direction of writing, and with a space for control characters; safe for
 * mail headers and spreadsheets.
 */
export function plainText(typed: string): string {
  return visibleText(typed)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

/** The same for each line, for text that never goes into a header. */
export function plainLines(typed: string): string {
  return typed
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(plainText)
    .join('\n')
    .trim()
}
