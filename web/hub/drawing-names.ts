// What an article may have drawn at the end of a part, by the name that its front matter gives.
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
