import { randomInt } from 'node:crypto'

// No letter or digit that is mistaken for another when read out over the telephone.
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new booking reference, 'K7QM-2XRD': short enough to say, too many to guess or to meet twice. */
export function newReference(): string {
  const symbols = Array.from({ length: 8 }, () => SYMBOLS[randomInt(SYMBOLS.length)])
  return `${symbols.slice(0, 4).join('')}-${symbols.slice(4).join('')}`
}
