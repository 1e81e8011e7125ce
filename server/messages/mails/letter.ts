import { type Part, writeLetter } from '../../../auth/mail/letter.ts'
import { LETTERHEAD } from '../../../domain/letterhead.ts'
import type { Message } from '../../platform/mail.ts'

export type { Part }

/** The same content as text and HTML, in the charity's letterhead. */
export function letter<To extends string | null>({
  to,
  subject,
  parts,
}: {
  to: To
  subject: string
  parts: readonly Part[]
}): Pick<Message, 'subject' | 'text' | 'qr'> & { to: To; html: string } {
  const qr = parts.flatMap((part) => (typeof part === 'object' && 'qr' in part ? part.qr : []))[0]
  return {
    to,
    subject,
    ...(qr !== undefined && { qr }),
    ...writeLetter(LETTERHEAD, { subject, parts }),
  }
}
