/**
 * Enough of an address for its owner to know it again: 'r•••t@example.org'. The domain stays, and
 * the number of dots says nothing of the length. Empty for text without '@'.
 */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return ''
  const letters = [...email.slice(0, at)]
  const last = letters.length > 3 ? letters.at(-1) : ''
  return `${letters[0]}•••${last}${email.slice(at)}`
}
