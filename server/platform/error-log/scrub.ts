/** Without e-mail addresses, ten or more digits, random values of links and control characters. */
export function scrub(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]{1,255}/g, '[e-mail]')
    .replace(/[\w.-]{40,}/g, '[token]')
    .replace(/\d(?:[\s.()/-]{0,3}\d){9,}/g, '[number]')
    .trim()
}
