import { z } from 'zod'
import {
  type Account,
  type Caller,
  madeBefore,
  newId,
  REFUND_KEY_HOURS,
  remembered,
  requestKey,
} from './account.ts'
import { findCapture } from './captures.ts'
import { refundEvent } from './events.ts'
import type { Capture, Change, Refund } from './ledger.ts'
import { penceOf } from './money.ts'
import { malformed, notFound, unprocessable } from './refusal.ts'
import { refundablePence } from './shapes.ts'

const RefundSchema = z.object({
  amount: z
    .object({ currency_code: z.string().length(3), value: z.string().regex(/^\d{1,7}\.\d{2}$/) })
    .optional(),
  invoice_id: z.string().max(127).optional(),
  custom_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
})
const REFUND_DAYS = 180
const DAY = 86_400_000

/**
 * POST /v2/payments/captures/{id}/refund: the remaining amount, or `amount`. Tests may set
 * `outcome`; the default is COMPLETED. Issues: CAPTURE_FULLY_REFUNDED, REFUND_AMOUNT_EXCEEDED,
 * CURRENCY_MISMATCH, PENDING_CAPTURE, REFUND_NOT_ALLOWED, REFUND_TIME_LIMIT_EXCEEDED.
 */
export function refundCapture(
  account: Account,
  caller: Caller,
  request: { captureId: string; body: unknown; outcome: (captureId: string) => Refund['status'] },
): { refund: Refund; isNew: boolean } {
  const { captureId } = request
  const key = requestKey(caller, `refund ${captureId}`)
  const earlier = madeBefore(account, key, REFUND_KEY_HOURS)
  if (earlier) return { refund: findRefund(account, earlier), isNew: false }
  const capture = findCapture(account, captureId)
  const read = RefundSchema.safeParse(request.body ?? {})
  if (!read.success) throw malformed(read.error)
  const { amount, invoice_id: invoiceId, note_to_payer: note } = read.data
  const left = refundablePence(account.ledger.refundsOf(captureId), capture.pence)
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED')
  if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (amount && amount.currency_code !== 'GBP') throw unprocessable('CURRENCY_MISMATCH')
  const pence = amount ? penceOf(amount.value) : left
  if (pence === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE')
  if (pence > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  if (account.now().getTime() - Date.parse(capture.createdAt) > REFUND_DAYS * DAY)
    throw unprocessable('REFUND_TIME_LIMIT_EXCEEDED')

  const at = account.now().toISOString()
  const refund: Refund = {
    id: newId(),
    captureId,
    status: request.outcome(captureId),
    pence,
    ...(invoiceId === undefined ? {} : { invoiceId }),
    ...(note === undefined ? {} : { note }),
    createdAt: at,
    updatedAt: at,
  }
  keep(account, capture, refund, remembered(account, key, refund.id))
  return { refund, isNew: true }
}

export function findRefund({ ledger }: Account, id: string): Refund {
  const refund = ledger.refunds.get(id)
  if (!refund) throw notFound()
  return refund
}

export function settleRefund(account: Account, id: string, status: 'COMPLETED' | 'FAILED'): Refund {
  const pending = findRefund(account, id)
  if (pending.status !== 'PENDING') throw unprocessable('REFUND_NOT_PENDING')
  const refund: Refund = { ...pending, status, updatedAt: account.now().toISOString() }
  keep(account, findCapture(account, refund.captureId), refund, [])
  return refund
}

function keep(account: Account, before: Capture, refund: Refund, also: Change[]): void {
  const isDone = refund.status === 'COMPLETED'
  const changes = isDone ? moneyBack(account, before, refund) : []
  account.ledger.record({ refund }, ...also, ...changes)
}

function moneyBack(account: Account, before: Capture, refund: Refund): Change[] {
  const others = account.ledger.refundsOf(before.id).filter(({ id }) => id !== refund.id)
  const done = [...others, refund].filter(({ status }) => status === 'COMPLETED')
  const isAll = refundablePence(done, before.pence) === 0
  const status = isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const capture: Capture = { ...before, status, updatedAt: refund.updatedAt }
  return [{ capture }, { event: refundEvent(account, refund) }]
}
