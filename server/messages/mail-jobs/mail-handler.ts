import type { Charity } from '../../../domain/charity.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { isMailRefused } from '../../platform/mail.ts'
import { isSmsRefused } from '../../platform/sms.ts'
import type { Gate } from '../mails/leaving.ts'
import {
  type MessageQueue,
  type OpenDeps,
  type SentText,
  sealSentText,
} from '../mails/sealed-mail.ts'
import { blankMail } from './mail-jobs.queries.ts'
import { keepSentText } from './sent-messages.queries.ts'

type HandlerDeps = {
  database: Database
  fieldKeys: FieldKeys
  /** What the charity says of itself now. */
  charity: () => Charity | Promise<Charity>
  onError: (error: Error) => void
  gate: Gate
}

/**
 * Sends a message and then blanks its job, so that a retry sends nothing; what it said about an
 * appointment stays in the member's record.
 */
export function messageHandler<T extends SentText & { about?: string }>(
  { database, fieldKeys, charity, onError, gate }: HandlerDeps,
  {
    queue,
    open,
    addressOf,
    isToTheDead,
    send,
  }: {
    queue: MessageQueue
    addressOf: (message: T) => string
    /** Such a message is blanked and never sent, whoever queued it. */
    isToTheDead: (message: T) => Promise<boolean>
    /** Null when the message was sent. */
    open: (deps: OpenDeps, id: string, data: unknown) => Promise<T | null>
    send: (message: T, id: string) => Promise<void>
  },
): (data: unknown, id: string) => Promise<void> {
  return async (data, id) => {
    const message = await open({ fieldKeys, charity: await charity() }, id, data)
    if (message === null) return
    if (await isToTheDead(message)) return blankMail(database.db, { queue, id })
    const leaving = { queue, id, to: addressOf(message), about: message.about }
    const passed = await gate(leaving)
    if (passed.verdict === 'later') return
    if (passed.verdict === 'drop') return blankMail(database.db, { queue, id })
    try {
      await send(message, id)
    } catch (error) {
      await passed.uncount().catch(onError)
      if (isMailRefused(error) || isSmsRefused(error)) await passed.callInstead().catch(onError)
      throw error
    }
    await settle(message, id).catch(onError)
  }
  async function settle(message: T, id: string): Promise<void> {
    const { about } = message
    if (about === undefined) return blankMail(database.db, { queue, id })
    const sealed = sealSentText(fieldKeys, id, message)
    await keepSentText(database.db, { queue, id, about, sealed })
  }
}
