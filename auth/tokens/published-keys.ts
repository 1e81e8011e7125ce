import type { JWK } from 'jose'

// Private keys that everybody knows, by the first 256 bits of their public half: of the reference server's
// local tool, and of the examples in RFC 7515 and RFC 7517. Whoever has one signs in as anybody.
const PUBLISHED = new Set([
  'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
  'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTb',
  '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbW',
])

/** Whether the private half of this key has been published. */
export function isPublished({ x, n = '' }: JWK): boolean {
  return PUBLISHED.has((x ?? n).slice(0, 43))
}
