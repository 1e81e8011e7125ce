import type * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import type { Parts } from '../deps.ts'
import { findFirstAnswer, keepFirstAnswer } from './idempotency.queries.ts'
import { REPEATABLE_MS, type Repeatable } from './idempotent-request.ts'

/** What a verb writes down in the very transaction of its effect: the answer that tells of it. */
export type Together<T> = (tx: Tx, answer: T) => Promise<void>

/** What a verb does first in its transaction: twins wait here until this one is decided. */
export type First = (tx: Tx) => Promise<void>

/**
 * Answers a write that may come again because its answer got lost: then it is the first answer that
 * comes again, also when both were sent at once or the effect has been undone since. `work` hands
 * `together` to its transaction, so that effect and answer are written both or neither. Refusals are
 * not kept: nothing happened, and the same wish may succeed later. A verb that passes over what others
 * have locked calls `first` as well, or a twin would be refused what its other half is just given.
 * Without a key (`asked` null) it is `work` alone. `shape` is what a kept answer has to look like.
 */
export async function answerOnce<T extends object>(
  parts: Pick<Parts, 'database' | 'now'>,
  { asked, shape }: { asked: Repeatable | null; shape: z.ZodMiniType<T> },
  work: (together: Together<T>, first: First) => Promise<T>,
): Promise<T> {
  if (!asked) return work(nothingElse, nothingElse)
  const now = parts.now()
  const since = new Date(now.getTime() - REPEATABLE_MS)
  const firstAnswer = async () => {
    const body = await findFirstAnswer(parts.database.db, asked, since)
    return body === null ? null : shape.parse(body)
  }
  const earlier = await firstAnswer()
  if (earlier) return earlier
  const keep = async (tx: Tx, body: T | null) => {
    const isFirst = await keepFirstAnswer(tx, asked, { body, now, since })
    if (!isFirst) throw new Error('this request was answered by its twin')
  }
  return work(keep, (tx) => keep(tx, null)).catch(async (error) => {
    const first = await firstAnswer()
    if (first) return first
    throw error
  })
}

async function nothingElse() {}
