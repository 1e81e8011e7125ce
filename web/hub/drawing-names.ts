// Drawings that an article may place at the end of a section, by their front matter name.
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
