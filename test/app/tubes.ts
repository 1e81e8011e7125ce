import { randomInt } from 'node:crypto'

/** The code of a laboratory's tube that no other has: digits, because letters alone are no tube. */
export function newTube(prefix = 'LAB'): string {
  return `${prefix}${randomInt(1e12).toString().padStart(12, '0')}`
}
