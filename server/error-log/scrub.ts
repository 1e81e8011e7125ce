/**
 * The text without e-mail addresses, runs of ten or more digits however grouped (NHS numbers,
 * telephones, cards) and the long random values of links. Control characters, which could forge
 * log lines, become spaces.
 */
export function scrub(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]{1,255}/g, '[e-mail]')
    .replace(/[\w.-]{40,}/g, '[token]')
    .replace(/\d(?:[\s.()/-]{0,3}\d){9,}/g, '[number]')
    .trim()
}
