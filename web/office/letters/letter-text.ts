import type {
  IdentityProof,
  LetterBatch,
  ResultLetter,
} from '../../../domain/office/result-letters.ts'
import { momentInWords } from '../../../domain/uk-time.ts'

/** 'Albert Rungin' or 'Mill Road Surgery, GP of Albert Rungin'. */
export function addresseeOf({
  recipient,
  name,
  surgery,
}: Pick<ResultLetter, 'recipient' | 'name' | 'surgery'>): string {
  if (recipient === 'member') return name
  return surgery === null ? `${name}’s GP` : `${surgery}, GP of ${name}`
}

export const PROOF_WORDS: Record<IdentityProof, string> = {
  document: 'A document with a photograph',
  name_and_birth_date: 'Name and date of birth, said by themselves',
}

/** '3 November 2026, 10:15, handed over by Ann Clerk: a document with a photograph' */
export function collectedInWords({
  at,
  by,
  proof,
}: NonNullable<ResultLetter['collected']>): string {
  const text = PROOF_WORDS[proof]
  const seen = text.charAt(0).toLowerCase() + text.slice(1)
  return `${momentInWords(new Date(at))}, handed over by ${by}: ${seen}`
}

/** Of letters that the office keeps; '' for none. */
export function toCollectInWords(count: number): string {
  if (count === 0) return ''
  const these = count === 1 ? '1 letter is' : `${count} letters are`
  return `${these} to be collected at the office`
}

export function batchState(batch: LetterBatch): string {
  const { letters, to_collect: toCollect, printed_at: printed, posted_at: posted } = batch
  if (posted !== null) return `Posted ${momentInWords(new Date(posted))}`
  if (letters === 0 && toCollect > 0) return 'Printed: all are kept at the office'
  if (letters === 0) return 'Nothing left to post'
  if (printed !== null) return `Printed ${momentInWords(new Date(printed))}, not posted yet`
  return 'Not printed yet'
}

export function lettersInWords(count: number): string {
  return count === 1 ? '1 letter' : `${count} letters`
}
