import type { ConsentForm as Answers } from '../../domain/consent.ts'

/** What a piece of the form is given: all answers, what is wrong with them, and how to change them. */
export type Questions = {
  answers: Answers
  errorOf: (field: keyof Answers) => string | undefined
  onChange: (next: Answers) => void
}
