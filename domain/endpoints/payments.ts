import * as z from 'zod/mini'
import { ErrorSchema, SlotsSchema } from '../contract.ts'
import {
  LinkAttemptSchema,
  LinkedPaymentSchema,
  LinkKeySchema,
  LinkOrderSchema,
  LinkStartSchema,
} from '../payment-links.ts'
import {
  OrderAnswerSchema,
  PaymentOrderSchema,
  PaymentSchema,
  PaymentUnderWaySchema,
  TransactionSchema,
} from '../payment-schemas.ts'
import { ReceiptsSchema } from '../receipts.ts'
import { endpoints, REFUSALS, SUCCESS } from './endpoint.ts'

const RefusedLinkSchema = z.extend(ErrorSchema, {
  details: z.optional(z.array(z.object({ issue: z.string(), description: z.string() }))),
  debug_id: z.optional(z.string()),
})
const RefusedOrderSchema = z.extend(RefusedLinkSchema, { slots: z.optional(SlotsSchema) })
const AttemptSchema = z.object({ payment: LinkAttemptSchema })
const RefusedCaptureSchema = z.extend(RefusedOrderSchema, { payment: PaymentSchema })

export const paymentsEndpoints = endpoints({
  'POST /api/payments/link': {
    session: 'none',
    body: LinkKeySchema,
    response: { 200: LinkedPaymentSchema },
  },
  'POST /api/payments/link/orders': {
    session: 'none',
    body: LinkStartSchema,
    response: { 201: z.object({ id: z.string(), status: z.string(), hold: z.null() }) },
    refusals: { '4xx': RefusedLinkSchema, 503: RefusedLinkSchema },
  },
  'POST /api/payments/link/payment': {
    session: 'none',
    body: LinkOrderSchema,
    response: { 200: AttemptSchema },
  },
  'POST /api/payments/link/capture': {
    session: 'none',
    body: LinkOrderSchema,
    response: { 201: AttemptSchema, 202: AttemptSchema },
    refusals: {
      422: z.extend(RefusedLinkSchema, { payment: LinkAttemptSchema }),
      '4xx': RefusedLinkSchema,
    },
  },
  'POST /api/payments/orders': {
    session: 'required',
    body: PaymentOrderSchema,
    response: { 201: OrderAnswerSchema },
    refusals: { '4xx': RefusedOrderSchema, 503: RefusedOrderSchema },
  },
  'GET /api/payments/under-way': {
    session: 'required',
    response: { 200: z.object({ payments: z.array(PaymentUnderWaySchema) }) },
  },
  'GET /api/payments/orders/:id': {
    session: 'required',
    response: { 200: z.object({ payment: PaymentSchema }) },
  },
  'POST /api/payments/orders/:id/capture': {
    session: 'required',
    response: {
      201: z.looseObject({ payment: PaymentSchema }),
      202: z.object({ payment: PaymentSchema }),
    },
    refusals: { 422: RefusedCaptureSchema, '4xx': RefusedOrderSchema },
  },
  'POST /api/payments/transactions': {
    session: 'required',
    body: TransactionSchema,
    response: SUCCESS,
  },
  'GET /api/receipts': { session: 'proven', response: { 200: ReceiptsSchema } },
  'GET /api/receipts/:id': { session: 'proven', response: {} },
  'POST /api/payments/webhook': {
    session: 'none',
    response: SUCCESS,
    refusals: { 503: ErrorSchema, ...REFUSALS },
  },
})
