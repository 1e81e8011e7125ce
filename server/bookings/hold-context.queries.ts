import { and, eq, sql } from 'drizzle-orm'
import type { EventDetails } from '../../domain/contract.ts'
import { eventDetailColumns, isShown, toEventDetails } from '../events/events.queries.ts'
import { isErasureRequested } from '../members/erasure-requested.queries.ts'
import { type Member, memberColumns } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { askedNumber, askedRows, readRowsTogether } from '../platform/db/request-rows.ts'
import { events, labs, members, payments, products } from '../platform/db/schema.ts'
import { isUnderWay } from './booking-context.queries.ts'

/** Payment under way: at any event. Null when there is no such event or member. */
export async function loadHoldContext(
  q: Queryable,
  params: { eventId: number; userId: string },
): Promise<HoldContext | null> {
  return (await holdContext(q)(params)) ?? null
}

type HoldContext = {
  member: Member
  event: EventDetails
  paymentUnderWay: boolean
  erasureAsked: boolean
}

export type HolderKey = { userId: string } | { memberId: number }

/** The member, and whether the provider has not decided a payment of theirs; or null. */
export async function findHolder(
  q: Queryable,
  key: HolderKey,
): Promise<{ memberId: number; paymentUnderWay: boolean } | null> {
  const [holder] =
    'userId' in key ? await holderOfUser(q).execute(key) : await holderById(q).execute(key)
  return holder ?? null
}

const hasPaymentUnderWay = sql<boolean>`exists (select 1 from ${payments} where ${isUnderWay(members.id)})`

const holderOfUser = prepareQuery((q) =>
  selectHolder(q)
    .where(eq(members.userId, sql.placeholder('userId')))
    .prepare('holder_of_user'),
)

const holderById = prepareQuery((q) =>
  selectHolder(q)
    .where(eq(members.id, sql.placeholder('memberId')))
    .prepare('holder_by_id'),
)

function selectHolder(q: Queryable) {
  return q.select({ memberId: members.id, paymentUnderWay: hasPaymentUnderWay }).from(members)
}

const holdContext = prepareQuery((q) => {
  const contexts = q
    .select({
      number: askedNumber,
      member: memberColumns,
      event: eventDetailColumns,
      paymentUnderWay: hasPaymentUnderWay,
      erasureAsked: isErasureRequested(members.id),
    })
    .from(askedRows(sql`"userId" uuid, "eventId" bigint`))
    .innerJoin(members, eq(members.userId, sql`asked."userId"`))
    .innerJoin(events, and(eq(events.id, sql`asked."eventId"`), isShown))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .prepare('hold_contexts')
  return readRowsTogether(contexts, ({ number: _, event, ...row }) => ({
    ...row,
    event: toEventDetails(event),
  }))
})
