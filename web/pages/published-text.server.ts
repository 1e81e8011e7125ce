import { approvedCopyOf, CLINICAL_TEXTS, LEGAL_TEXTS } from '../../content/approvals.ts'
import { chooseText, type PublishedText } from '../../content/choose-text.ts'

const COPIES = import.meta.glob<string>('../../content/approved/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The words of this file as they were last approved; those being written if they never were. */
export function publishedText(file: string, text: string): PublishedText {
  const place = file.replace(/^(\.\.\/)+/, '')
  const approvals = { ...CLINICAL_TEXTS, ...LEGAL_TEXTS }
  // A text that is in no list needs no approval.
  if (!Object.hasOwn(approvals, place)) return { text, isApproved: true }
  const copy = COPIES[`../../${approvedCopyOf(place)}`]
  return chooseText({ text, approval: approvals[place] ?? null, copy })
}
