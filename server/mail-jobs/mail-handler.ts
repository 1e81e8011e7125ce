import type { Database } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { Message } from '../platform/mail.ts'
import { blankMail } from './mail-jobs.queries.ts'
import { openMailJob } from './sealed-mail.ts'

/**
 * The handler of the queue `mail`, for the data as its jobs store it: opens the mail, hands it to `send`,
 * and blanks the job before pg-boss completes it. A process that is killed in between leaves a blank job,
 * whose next run sends nothing. A job that could not be blanked is reported to `onError` and not sent again;
 * the next sweep blanks it.
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
