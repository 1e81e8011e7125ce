import type { Database } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { Message } from '../platform/mail.ts'
import { blankMail } from './mail-jobs.queries.ts'
import { openMailJob } from './sealed-mail.ts'

/**
 * The handler of the queue `mail`: opens a stored mail, sends it and blanks the job. A process
 * killed before completing the job leaves it blank, and the retry sends nothing. If blanking
 * fails, `onError` gets the error, the mail is not sent again, and the next sweep blanks the job.
 */
export function mailHandler(
  {
    database,
    fieldKeys,
    onError,
  }: { database: Database; fieldKeys: FieldKeys; onError: (error: Error) => void },
  send: (message: Message, id: string) => Promise<void>,
): (data: unknown, id: string) => Promise<void> {
  return async (data, id) => {
    const message = openMailJob(fieldKeys, id, data)
    if (message === null) return
    await send(message, id)
    await blankMail(database.db, id).catch(onError)
  }
}
