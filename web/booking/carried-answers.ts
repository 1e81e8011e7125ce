import type { ConsentForm } from '../../domain/consent.ts'

/** In page memory only: health answers never enter browser storage. */
let carried: ConsentForm = {}

/** Begins the next consent form of this page with these answers. */
export function carryAnswers(answers: ConsentForm): void {
  carried = answers
}

export function carriedAnswers(): ConsentForm {
  return carried
}
