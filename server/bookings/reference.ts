import { randomInt } from 'node:crypto'

// Without symbols that are confused when read aloud.
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new booking reference such as 'K7QM-2XRD', random. */
export function newReference(): string {
  const symbols = Array.from({ length: 8 }, () => SYMBOLS[randomInt(SYMBOLS.length)])
  return `${symbols.slice(0, 4).join('')}-${symbols.slice(4).join('')}`
}
