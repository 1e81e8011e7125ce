import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ListQuerySchema, listOf } from '../../domain/office/contract.ts'
import {
  type ListedPayment,
  ListedPaymentSchema,
  type OfficePayment,
  OfficePaymentSchema,
  PAYMENT_TABS,
  RefundRequestSchema,
} from '../../domain/office/payment-shapes.ts'
import { hasPermission } from '../../domain/office/permissions.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { insertStaffAccess } from '../audit/access-log.queries.ts'
import type { App, Deps } from '../deps.ts'
import { sendList } from '../http/list.ts'
import { Refused } from '../http/refused.ts'
import { withIdempotencyKey } from '../idempotency/idempotency-key.ts'
import { idempotentRequestOf } from '../idempotency/idempotent-request.ts'
import { findPayment } from '../ledger/payment-row.queries.ts'
import { readCard } from '../ledger/transaction.ts'
import { IdInPath } from '../platform/public-id.ts'
import { refundable, requestRefund } from '../refunds/refund-by-hand.ts'
import { logExport } from '../staff/exports.ts'
import { permitted, type Staff, staffOf } from '../staff/guard.ts'
import {
  countPayments,
  findAppointmentOfPayment,
  findListedPayment,
  listAuditOfPayment,
  listLedgerOf,
  listPayments,
  listRefundsOf,
} from './office.queries.ts'

export function paymentsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.get(
    '/api/office/payments',
    {
      ...permitted(deps, 'payments.read'),
      schema: { querystring: ListQuerySchema, response: { 200: listOf(ListedPaymentSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'payments',
        load: async (page) => {
          if (page.after && !isUuid(page.after[0])) throw new Refused('invalid_request')
          const { q: search = '' } = request.query
          const tab = PAYMENT_TABS.find((known) => known === request.query.tab) ?? 'all'
          const asked = { search, now: deps.now() }
          const [rows, tabs] = await Promise.all([
            listPayments(db, { ...asked, ...page, tab }),
            countPayments(db, asked),
          ])
          return { rows: rows.map(toListed), tabs, total: tabs[tab] }
        },
        keyOf: ({ id }) => [id],
        exported: (rows) => logExport(deps, request, { list: 'payments', rows }),
      }),
  )

  app.get(
    '/api/office/payments/:id',
    {
      ...permitted(deps, 'payments.read'),
      schema: { params: IdInPath, response: { 200: OfficePaymentSchema } },
    },
    (request) => readPayment(deps, { id: paymentIdOf(request), staff: staffOf(request) }),
  )

  app.post(
    '/api/office/payments/:id/refunds',
    {
      ...permitted(deps, 'refunds.write'),
      schema: {
        params: IdInPath,
        body: RefundRequestSchema,
        response: { 201: OfficePaymentSchema },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const paymentId = paymentIdOf(request)
      const mayExceed = hasPermission(staff.roles, 'refunds.beyond_policy')
      const repeatable = idempotentRequestOf(request, staff.userId, deps)
      await withIdempotencyKey(
        deps,
        { request: repeatable, shape: z.object({}) },
        async (saveResponse) => {
          const refund = { ...request.body, paymentId, staff, mayExceed }
          await requestRefund(deps, { ...refund, saveResponse: (tx) => saveResponse(tx, {}) })
          return {}
        },
      )
      return reply.code(201).send(await readPayment(deps, { id: paymentId, staff }))
    },
  )
}

/** Logs the access in the same transaction. Throws Refused not_found. */
async function readPayment(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { id, staff }: { id: string; staff: Staff },
): Promise<OfficePayment> {
  const at = now()
  return database.transaction(async (tx) => {
    const payment = await findPayment(tx, id)
    const listed = await findListedPayment(tx, id)
    if (!payment || !listed) throw new Refused('not_found')
    const { memberId } = payment
    await insertStaffAccess(tx, { staff, memberId, what: 'payment', reason: 'payment', at })
    const { leftPence, policyPence } = await refundable(tx, payment, at)
    const booked = await findAppointmentOfPayment(tx, id)
    const card = readCard(payment)
    const refunds = await listRefundsOf(tx, id)
    const ledger = await listLedgerOf(tx, id)
    const history = await listAuditOfPayment(tx, { id, memberId })
    return {
      ...toListed(listed),
      captured_pence: payment.capturedPence,
      fee_pence: payment.feePence,
      left_pence: leftPence,
      policy_pence: policyPence,
      capture_id: payment.captureId,
      invoice_id: payment.invoiceId,
      card: card && { brand: card.brand ?? null, last_digits: card.lastDigits ?? null },
      changed_at: payment.updatedAt.toISOString(),
      appointment: booked && {
        appointment_id: booked.id,
        reference: booked.reference,
        status: booked.status,
        date: ukDate(booked.startsAt),
        time: ukTime(booked.startsAt),
      },
      refunds: refunds.map((refund) => ({
        id: refund.id,
        amount_pence: refund.amountPence,
        reason: refund.reason,
        state: refund.state,
        attempts: refund.attempts,
        provider_refund_id: refund.providerRefundId,
        at: refund.createdAt.toISOString(),
        changed_at: refund.updatedAt.toISOString(),
      })),
      ledger: ledger.map((entry) => ({
        kind: entry.kind,
        amount_pence: entry.amountPence,
        provider_ref: entry.providerRef,
        at: entry.at.toISOString(),
      })),
      history: history.map(({ at: doneAt, by, actorUserId, action, details }) => {
        const reason: unknown = Object(details).reason
        return {
          at: doneAt.toISOString(),
          by: by ?? (actorUserId === listed.memberUserId ? 'the member' : 'the site'),
          action,
          reason: typeof reason === 'string' ? reason : null,
        }
      }),
    }
  })
}

function toListed(row: NonNullable<Awaited<ReturnType<typeof findListedPayment>>>): ListedPayment {
  return {
    id: row.id,
    reference: row.orderId,
    member_id: row.memberId,
    member_name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    event_id: row.eventId,
    event_name: row.eventName,
    date: ukDate(row.startsAt),
    time: ukTime(row.startsAt),
    state: row.state,
    amount_pence: row.amountPence,
    refunded_pence: row.refundedPence,
    begun_at: row.createdAt.toISOString(),
  }
}

/** Throws Refused not_found for text that is no payment's id. */
function paymentIdOf({ params }: FastifyRequest<{ Params: { id: string } }>): string {
  if (!isUuid(params.id)) throw new Refused('not_found')
  return params.id
}

function isUuid(value: unknown): boolean {
  return z.guid().safeParse(value).success
}
