import { randomInt } from 'node:crypto'
import { CLAIM_CODE_NUMBERS, claimCodeOf } from '../../../domain/claim-code.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'

export function drawClaimCode(): string {
  const { length, below } = CLAIM_CODE_NUMBERS
  return claimCodeOf(Array.from({ length }, () => randomInt(below)))
}

/** Keyed, because 50 bits could be tried out with a plain hash. */
export function hashOfClaimCode({ fieldKeys }: { fieldKeys: FieldKeys }, code: string): Buffer {
  return fieldKeys.blindIndex(code, 'code of a claim letter')
}
