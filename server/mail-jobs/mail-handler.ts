import type { Database } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { blankMail } from './mail-jobs.queries.ts'
import type { MessageQueue } from './sealed-mail.ts'

type HandlerDeps = { database: Database; fieldKeys: FieldKeys; onError: (error: Error) => void }

/** Sends a message and then blanks its job, so that a retry sends nothing. */
export function messageHandler<T>(
  { database, fieldKeys, onError }: HandlerDeps,
  {
    queue,
    open,
    send,
  }: {
    queue: MessageQueue
    /** Null when the message was sent. */
    open: (fieldKeys: FieldKeys, id: string, data: unknown) => T | null
    send: (message: T, id: string) => Promise<void>
  },
): (data: unknown, id: string) => Promise<void> {
  return async (data, id) => {
    const message = open(fieldKeys, id, data)
    if (message === null) return
    await send(message, id)
    await blankMail(database.db, { queue, id }).catch(onError)
  }
}
