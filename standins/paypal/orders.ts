import { z } from 'zod'
import {
  type Account,
  type Caller,
  madeBefore,
  newId,
  ORDER_KEY_HOURS,
  remembered,
  requestKey,
} from './account.ts'
import type { Order, PurchaseUnit } from './ledger.ts'
import { penceOf } from './money.ts'
import { malformed, notFound, Refusal, unprocessable } from './refusal.ts'

const AmountSchema = z.object({
  currency_code: z.string().length(3),
  value: z.string().regex(/^\d{1,7}\.\d{2}$/),
  breakdown: z
    .record(z.string(), z.object({ currency_code: z.string(), value: z.string() }))
    .optional(),
})
const ItemSchema = z.looseObject({
  name: z.string().min(1).max(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: AmountSchema,
})
const UnitSchema = z.object({
  reference_id: z.string().max(256).default('default'),
  amount: AmountSchema,
  items: z.array(ItemSchema).optional(),
  description: z.string().max(127).optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
})
const VERIFICATIONS = ['SCA_WHEN_REQUIRED', 'SCA_ALWAYS', '3D_SECURE', 'AVS_CVV'] as const
const OrderSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.array(UnitSchema).length(1),
  payment_source: z
    .looseObject({
      paypal: z.looseObject({}).optional(),
      card: z
        .looseObject({
          // The merchant must never send a card number.
          number: z.undefined().optional(),
          attributes: z
            .looseObject({ verification: z.object({ method: z.enum(VERIFICATIONS) }).optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
})

/** POST /v2/checkout/orders. `isNew` is false for a repeated PayPal-Request-Id. */
export function createOrder(
  account: Account,
  caller: Caller,
  body: unknown,
): { order: Order; isNew: boolean } {
  const key = requestKey(caller, 'create')
  const earlier = madeBefore(account, key, ORDER_KEY_HOURS)
  if (earlier) return { order: findOrder(account, earlier), isNew: false }
  const read = OrderSchema.safeParse(body)
  if (!read.success) throw malformed(read.error)
  const [sent] = read.data.purchase_units
  if (!sent) throw new Refusal(400, 'INVALID_REQUEST')
  const at = account.now().toISOString()
  const isForPayPal = read.data.payment_source?.paypal !== undefined
  const order: Order = {
    id: newId(),
    clientId: caller.clientId,
    status: isForPayPal ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    ...(isForPayPal ? { source: 'paypal' } : {}),
    unit: unitOf(sent),
    verification: read.data.payment_source?.card?.attributes?.verification?.method ?? null,
    card: null,
    captureId: null,
    createdAt: at,
    updatedAt: at,
  }
  account.ledger.record({ order }, ...remembered(account, key, order.id))
  return { order, isNew: true }
}

export function findOrder({ ledger }: Account, id: string): Order {
  const order = ledger.orders.get(id)
  if (!order) throw notFound()
  return order
}

const PatchSchema = z
  .array(
    z.object({
      op: z.enum(['add', 'replace', 'remove']),
      path: z.string(),
      value: z.unknown().optional(),
    }),
  )
  .min(1)
const PATCHED = ['amount', 'description', 'custom_id', 'invoice_id'] as const

/** PATCH /v2/checkout/orders/{id}, for the fields of its one unit. */
export function patchOrder(account: Account, id: string, body: unknown): void {
  const order = findOrder(account, id)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  const read = PatchSchema.safeParse(body)
  if (!read.success) throw malformed(read.error)
  const sent: Record<string, unknown> = { ...sentUnit(order.unit) }
  for (const { op, path, value } of read.data) {
    const [, reference, field] =
      /^\/purchase_units\/@reference_id=='([^']+)'\/(\w+)$/.exec(path) ?? []
    const isKnown = PATCHED.some((name) => name === field)
    if (reference !== order.unit.referenceId || field === undefined || !isKnown)
      throw unprocessable('NOT_PATCHABLE')
    if (op === 'remove') delete sent[field]
    else sent[field] = value
  }
  const unit = UnitSchema.safeParse(sent)
  if (!unit.success) throw malformed(unit.error)
  const updatedAt = account.now().toISOString()
  account.ledger.record({ order: { ...order, unit: unitOf(unit.data), updatedAt } })
}

function unitOf(sent: z.infer<typeof UnitSchema>): PurchaseUnit {
  const { amount, items } = sent
  if (amount.currency_code !== 'GBP') throw unprocessable('CURRENCY_NOT_SUPPORTED')
  const pence = penceOf(amount.value)
  if (pence === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE')
  const total = items?.reduce(
    (sum, item) => sum + penceOf(item.unit_amount.value) * Number(item.quantity),
    0,
  )
  const itemTotal = amount.breakdown?.item_total?.value
  if (items && itemTotal === undefined) throw unprocessable('ITEM_TOTAL_REQUIRED')
  if (items && itemTotal !== undefined && penceOf(itemTotal) !== total)
    throw unprocessable('ITEM_TOTAL_MISMATCH')
  if (amount.breakdown && breakdownPence(amount.breakdown) !== pence)
    throw unprocessable('AMOUNT_MISMATCH')
  return {
    referenceId: sent.reference_id,
    pence,
    ...(amount.breakdown ? { breakdown: amount.breakdown } : {}),
    ...(items ? { items } : {}),
    ...(sent.description === undefined ? {} : { description: sent.description }),
    ...(sent.custom_id === undefined ? {} : { customId: sent.custom_id }),
    ...(sent.invoice_id === undefined ? {} : { invoiceId: sent.invoice_id }),
  }
}

function breakdownPence(breakdown: Record<string, { value: string }>): number {
  return Object.entries(breakdown).reduce((sum, [name, { value }]) => {
    const isLess = name === 'discount' || name === 'shipping_discount'
    return sum + penceOf(value) * (isLess ? -1 : 1)
  }, 0)
}

function sentUnit(unit: PurchaseUnit) {
  const value = `${Math.floor(unit.pence / 100)}.${String(unit.pence % 100).padStart(2, '0')}`
  return {
    reference_id: unit.referenceId,
    amount: { currency_code: 'GBP', value, breakdown: unit.breakdown },
    items: unit.items,
    description: unit.description,
    custom_id: unit.customId,
    invoice_id: unit.invoiceId,
  }
}
