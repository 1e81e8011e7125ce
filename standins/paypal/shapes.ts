// Orders, captures and refunds in PayPal's REST format (Orders v2, Payments v2).
import type { Account } from './account.ts'
import type { Capture, KeptCard, Order, Refund } from './ledger.ts'
import { feeOf, moneyOf } from './money.ts'

type Link = { href: string; rel: string; method: 'GET' | 'POST' | 'PATCH' }

/** The whole order, for `Prefer: return=representation` and GET. */
export function orderBody(account: Account, order: Order, challengeUrl?: string) {
  const { ledger } = account
  const capture = order.captureId === null ? undefined : ledger.captures.get(order.captureId)
  const refunds = capture ? ledger.refundsOf(capture.id) : []
  const { unit } = order
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...sourceBody(order),
    purchase_units: [
      {
        reference_id: unit.referenceId,
        amount: {
          ...moneyOf(unit.pence),
          ...(unit.breakdown ? { breakdown: unit.breakdown } : {}),
        },
        payee: { email_address: 'charity@example.org', merchant_id: 'LOCALMERCHANT' },
        ...(unit.items ? { items: unit.items } : {}),
        ...namesOf(unit),
        ...(unit.description === undefined ? {} : { description: unit.description }),
        ...(capture
          ? {
              payments: {
                captures: [captureBody(account, capture)],
                ...(refunds.length > 0
                  ? { refunds: refunds.map((refund) => refundBody(account, refund)) }
                  : {}),
              },
            }
          : {}),
      },
    ],
    create_time: order.createdAt,
    update_time: order.updatedAt,
    links: orderLinks(account, order, challengeUrl),
  }
}

/** The response without `Prefer: return=representation`. */
export function shortBody({ id, status, links }: { id: string; status: string; links: Link[] }) {
  return { id, status, links }
}

export function captureBody(account: Account, capture: Capture) {
  const { ledger, url } = account
  const { pence } = capture
  const fee = feeOf(pence)
  const isPaid = capture.status !== 'DECLINED' && capture.status !== 'PENDING'
  const self = `${url}/v2/payments/captures/${capture.id}`
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: moneyOf(pence),
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(isPaid
      ? {
          seller_receivable_breakdown: {
            gross_amount: moneyOf(pence),
            paypal_fee: moneyOf(fee),
            net_amount: moneyOf(pence - fee),
          },
        }
      : {}),
    ...namesOf(capture),
    ...(capture.processor ? { processor_response: capture.processor } : {}),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    create_time: capture.createdAt,
    update_time: capture.updatedAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(isPaid && refundablePence(ledger.refundsOf(capture.id), pence) > 0
        ? [{ href: `${self}/refund`, rel: 'refund', method: 'POST' } as const]
        : []),
      { href: `${url}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ] satisfies Link[],
  }
}

export function refundBody({ ledger, url }: Account, refund: Refund) {
  const capture = ledger.captures.get(refund.captureId)
  // The refund itself may not be in the ledger yet.
  const others = ledger.refundsOf(refund.captureId).filter(({ id }) => id !== refund.id)
  const all = [...others, refund].filter(isMoneyBack)
  const total = all.reduce((pence, one) => pence + one.pence, 0)
  const isFullyRefunded = isMoneyBack(refund)
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: moneyOf(refund.pence),
    ...namesOf({
      ...(capture?.customId === undefined ? {} : { customId: capture.customId }),
      ...(refund.invoiceId === undefined ? {} : { invoiceId: refund.invoiceId }),
    }),
    ...(refund.note === undefined ? {} : { note_to_payer: refund.note }),
    seller_payable_breakdown: {
      gross_amount: moneyOf(refund.pence),
      paypal_fee: moneyOf(0),
      net_amount: moneyOf(isFullyRefunded ? refund.pence : 0),
      total_refunded_amount: moneyOf(total),
    },
    create_time: refund.createdAt,
    update_time: refund.updatedAt,
    links: [
      { href: `${url}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${url}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
    ] satisfies Link[],
  }
}

/** The pence still refundable; pending refunds count as done. */
export function refundablePence(refunds: Refund[], pence: number): number {
  return refunds.filter(isMoneyBack).reduce((rest, refund) => rest - refund.pence, pence)
}

function isMoneyBack({ status }: Refund): boolean {
  return status !== 'FAILED'
}

function sourceBody({ card, payPal, source }: Order) {
  if (card) return { payment_source: { card: cardBody(card) } }
  if (payPal) return { payment_source: { paypal: PAYER } }
  return source === 'paypal' ? { payment_source: { paypal: {} } } : {}
}

const PAYER = {
  email_address: 'payer@example.org',
  account_id: 'LOCALPAYER001',
  account_status: 'VERIFIED',
  name: { given_name: 'Sample', surname: 'Payer' },
  address: { country_code: 'GB' },
}

function cardBody({ name, lastDigits, expiry, brand, type, authentication }: KeptCard) {
  return {
    name,
    last_digits: lastDigits,
    expiry,
    brand,
    available_networks: [brand],
    type,
    ...(authentication
      ? {
          authentication_result: {
            liability_shift: authentication.liabilityShift,
            three_d_secure: {
              enrollment_status: authentication.enrollment,
              ...(authentication.authentication
                ? { authentication_status: authentication.authentication }
                : {}),
            },
          },
        }
      : {}),
    bin_details: { issuing_bank: 'Test Bank plc', bin_country_code: 'GB' },
  }
}

function namesOf({ customId, invoiceId }: { customId?: string; invoiceId?: string }) {
  return {
    ...(customId === undefined ? {} : { custom_id: customId }),
    ...(invoiceId === undefined ? {} : { invoice_id: invoiceId }),
  }
}

function orderLinks({ url }: Account, { id, status }: Order, challengeUrl?: string): Link[] {
  const self = `${url}/v2/checkout/orders/${id}`
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }]
  if (status === 'COMPLETED') return links
  if (challengeUrl) links.push({ href: challengeUrl, rel: 'payer-action', method: 'GET' })
  links.push({ href: self, rel: 'update', method: 'PATCH' })
  if (status === 'APPROVED') links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' })
  return links
}
