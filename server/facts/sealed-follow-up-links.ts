// That a link to the follow-up question exists tells that a result was raised: whose it is, of which
// result and round, and its exact times are sealed. Keyed hashes find it again.

import * as z from 'zod/mini'
import { DAY_MS } from '../../domain/durations.ts'
import { FOLLOW_UP_ROUNDS, type FollowUpRound } from '../../domain/follow-up.ts'
import type { followUpLinks } from '../platform/db/schema.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { clearDay, openJson, SealedMoment, sealJson } from '../platform/keys/sealed-json.ts'

export type StoredLink = typeof followUpLinks.$inferSelect
export type FollowUpLink = {
  keyHash: Buffer
  resultId: number
  memberId: number
  round: FollowUpRound
  createdAt: Date
  expiresAt: Date
  answeredAt: Date | null
}

const LinkSchema = z.object({
  resultId: z.int(),
  memberId: z.int(),
  round: z.enum(FOLLOW_UP_ROUNDS),
  createdAt: SealedMoment,
  expiresAt: SealedMoment,
  answeredAt: z.nullable(SealedMoment),
})

/** The columns to store: the days alone are in clear, so that no other row has the same moment. */
export function sealLink(keys: FieldKeys, { keyHash, ...link }: FollowUpLink): StoredLink {
  const { resultId, memberId, round, createdAt, expiresAt, answeredAt } = link
  return {
    keyHash,
    resultId: null,
    memberId: null,
    round: null,
    createdAt: clearDay(createdAt),
    expiresAt: clearDay(expiresAt),
    answeredAt: answeredAt && clearDay(answeredAt),
    aboutIndex: keys.blindIndex(`${resultId}|${round}`, 'follow_up_links.about_index'),
    readerIndex: readerIndexOf(keys, memberId),
    sealed: sealJson(keys, link, placeOfLink(keyHash)),
  }
}

/** The link as it is; one that nobody has sealed yet is what its columns say. */
export function openLink(keys: FieldKeys, row: StoredLink): FollowUpLink {
  const { keyHash, sealed, aboutIndex: _, readerIndex: __, ...columns } = row
  if (sealed !== null) {
    const link = LinkSchema.parse(openJson(keys, sealed, placeOfLink(keyHash)))
    const isEnded = row.expiresAt < clearDay(link.expiresAt)
    return { ...link, keyHash, expiresAt: isEnded ? row.expiresAt : link.expiresAt }
  }
  const { resultId, memberId, round } = columns
  if (resultId === null || memberId === null || round === null)
    throw new Error('a link without its sealed part')
  return { ...columns, keyHash, resultId, memberId, round }
}

/** By which the links of a member are found. */
export function readerIndexOf(keys: FieldKeys, memberId: number): Buffer {
  return keys.blindIndex(`${memberId}`, 'follow_up_links.reader_index')
}

/** What the clear end of a link becomes when it ends at this moment: before the day of any end. */
export function endedBefore(now: Date): Date {
  return new Date(clearDay(now).getTime() - 1_000)
}

/** Earlier than the clear end of every link that works at this moment. */
export function worksSince(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}

export function placeOfLink(keyHash: Buffer): string {
  return `follow_up_links|sealed|${keyHash.toString('hex')}`
}
