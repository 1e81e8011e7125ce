import type { JWK } from 'jose'

// From the reference server's local tool, RFC 7515 and RFC 7517; anybody can sign with them.
const PUBLISHED = new Set([
  'M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4',
  'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTb',
  '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbW',
])

export function isPublishedKey({ x, n = '' }: JWK): boolean {
  return PUBLISHED.has((x ?? n).slice(0, 43))
}
