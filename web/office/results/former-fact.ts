import type { FormerFact } from '../../../domain/office/row-identity.ts'

const NOUNS: Record<FormerFact, string> = { name: 'name', birth_date: 'date of birth' }

export function formerFactSentence(fact: FormerFact): string {
  return `The laboratory has the former ${NOUNS[fact]}, as it was at the sample.`
}
