// In ng/ml, for information only: no result is compared with them (rules §5.1). Sources: the charity;
// Prostate Cancer Risk Management Programme; NICE NG12.

export const DECADES = ['40s', '50s', '60s', '70s'] as const

export type Threshold = {
  who: string
  forWhom: string
  word: 'from' | 'over'
  /** As printed, by decade; null where the body gives none. */
  values: readonly (string | null)[]
  mark: 'diamond' | 'square' | 'ring'
}

export const THRESHOLDS: readonly Threshold[] = [
  {
    who: 'This charity',
    forWhom: 'men without symptoms',
    word: 'from',
    values: ['1.00', '2.00', null, null],
    mark: 'diamond',
  },
  {
    who: 'NHS risk programme',
    forWhom: 'men aged 50 to 69 without symptoms',
    word: 'from',
    values: [null, '3', '3', null],
    mark: 'square',
  },
  {
    who: 'NICE (NG12)',
    forWhom: 'people with possible symptoms',
    word: 'over',
    values: ['2.5', '3.5', '4.5', '6.5'],
    mark: 'ring',
  },
]

export { BAND_WORDS as BANDS } from '../domain/band-text.ts'
