import type { ConsentForm as Answers } from '../../domain/consent.ts'

export type Questions = {
  answers: Answers
  errorOf: (field: keyof Answers) => string | undefined
  onChange: (next: Answers) => void
}
