import type { LetterBatch, ResultLetter } from '../../../domain/office/result-letters.ts'
import { momentInWords } from '../../../domain/uk-time.ts'

/** 'Albert Rungin' or 'Mill Road Surgery, GP of Albert Rungin'. */
export function addresseeOf({
  recipient,
  name,
  surgery,
}: Pick<ResultLetter, 'recipient' | 'name' | 'surgery'>): string {
  if (recipient === 'member') return name
  return surgery === null ? `The GP of ${name}` : `${surgery}, GP of ${name}`
}

export function batchState(batch: LetterBatch): string {
  const { letters, printed_at: printed, posted_at: posted } = batch
  if (posted !== null) return `Posted ${momentInWords(new Date(posted))}`
  if (letters === 0) return 'Nothing left to post'
  if (printed !== null) return `Printed ${momentInWords(new Date(printed))}, not posted yet`
  return 'Not printed yet'
}

export function lettersInWords(count: number): string {
  return count === 1 ? '1 letter' : `${count} letters`
}
