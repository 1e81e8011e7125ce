// Invented figures, for the shape of the page; the charity puts in its own (content/README.md).

/** What a sum helps with, in whole pounds. A guide: gifts are not tied to one purpose. */
export const GIFTS: readonly { pounds: number; does: string }[] = [
  { pounds: 10, does: 'helps pay for posting and following up results for men without email' },
  {
    pounds: 25,
    does: 'is about what one PSA test costs us, including the laboratory and the letter',
  },
  { pounds: 100, does: 'pays for tests for about four men who could not pay themselves' },
  { pounds: 250, does: 'hires a hall and its equipment for an evening' },
]

/** Of each pound spent, in pence; they add up to 100. */
export const SPENT_ON: readonly { pence: number; on: string }[] = [
  { pence: 78, on: 'screening events and following up results' },
  { pence: 11, on: 'talks and information' },
  { pence: 7, on: 'raising money' },
  { pence: 4, on: 'running the charity' },
]

/** In whole pounds. */
export const ACCOUNTS = { year: '31 March 2026', income: 318_400, spent: 306_900 } as const
