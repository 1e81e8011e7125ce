import type { Database } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { Message } from '../platform/mail.ts'
import { blankMail } from './mail-jobs.queries.ts'
import { openMailJob } from './sealed-mail.ts'

/** Sends a mail and then blanks its job, so that a retry sends nothing. */
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
