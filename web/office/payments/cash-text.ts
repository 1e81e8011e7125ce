import { pounds } from '../../../domain/money.ts'

/** Of pence that are over, or missing when below zero. */
export function differenceInWords(pence: number): string {
  if (pence === 0) return 'It agrees'
  return pence < 0 ? `${pounds(-pence)} is missing` : `${pounds(pence)} too much`
}
