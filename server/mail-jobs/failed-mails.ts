import { momentInWords } from '../../domain/uk-time.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { FailedMail } from './mail-jobs.queries.ts'
import { openMailJob, openReason } from './sealed-mail.ts'

/** For the office: recipient, subject and reason, without the body, whose link may sign in. */
export function failedMailLines(fieldKeys: FieldKeys, mails: FailedMail[]): string[] {
  if (mails.length === 0) return ['No mail has failed.']
  return mails.map(({ id, failedAt, data, output }) => {
    const mail = openMailJob(fieldKeys, id, data)
    const about = mail ? `${mail.to}\n  ${mail.subject}` : 'was sent'
    return `${id} ${momentInWords(failedAt)}\n  ${about}\n  ${openReason(fieldKeys, id, output)}`
  })
}
