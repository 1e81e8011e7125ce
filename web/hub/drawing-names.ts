// By their name in an article's front matter.
export const DRAWINGS = [
  'prostate',
  'one-in',
  'thresholds',
  'result-ruler',
  'hundred-men',
  'invited',
  'five-numbers',
  'works',
  'walk',
] as const

export type Drawing = (typeof DRAWINGS)[number]
