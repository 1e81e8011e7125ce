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

/** The member of the account, and whether the provider has not decided a payment of theirs; or null. */
export async function findHolder(
  q: Queryable,
  userId: string,
): Promise<{ memberId: number; paymentUnderWay: boolean } | null> {
  const [holder] = await holderOfUser(q).execute({ userId })
  return holder ?? null
}

const hasPaymentUnderWay = sql<boolean>`exists (select 1 from ${payments} where ${isUnderWay(members.id)})`

const holderOfUser = prepareQuery((q) =>
  q
    .select({ memberId: members.id, paymentUnderWay: hasPaymentUnderWay })
    .from(members)
    .where(eq(members.userId, sql.placeholder('userId')))
    .prepare('holder_of_user'),
)

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
