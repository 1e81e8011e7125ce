import { momentInWords } from '../../../domain/uk-time.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openMessage, openReason } from '../mails/sealed-mail.ts'
import type { FailedMail } from './mail-jobs.queries.ts'

/** For the office: recipient, subject and reason, without the body, whose link may sign in. */
export function failedMailLines(fieldKeys: FieldKeys, mails: FailedMail[]): string[] {
  if (mails.length === 0) return ['No mail has failed.']
  return mails.map((job) => {
    const mail = openMessage(fieldKeys, job)
    const about = mail ? `${mail.to}\n  ${mail.subject}` : 'was sent'
    return `${job.id} ${momentInWords(job.failedAt)}\n  ${about}\n  ${openReason(fieldKeys, job)}`
  })
}
