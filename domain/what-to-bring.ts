// Separate from preparation.ts so that the home page loads only these words.

export const WHAT_TO_BRING = [
  'Your booking reference, on paper or on your phone',
  'Something with your name and photo',
  'A top with sleeves that roll up',
] as const

export const WHAT_TO_BRING_IN_SHORT = 'Your booking reference and photo ID'
