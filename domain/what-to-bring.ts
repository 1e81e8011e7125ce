// Apart from domain/preparation.ts, so that the home page loads these few words alone.

/** What to bring to an event, one thing a line. */
export const WHAT_TO_BRING = [
  'Your booking reference, on paper or on your telephone',
  'Something with your name and photo',
  'A sleeve that rolls up',
] as const

/** The same where there is room for a few words. */
export const WHAT_TO_BRING_IN_SHORT = 'Your booking reference and photo ID'
