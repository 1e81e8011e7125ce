import * as z from 'zod/mini'
import { OwedRefundEndSchema } from '../../office/owed-refunds.ts'
import { NewPaymentLinkSchema, SentPaymentLinkSchema } from '../../office/payment-links.ts'
import {
  ListedPaymentSchema,
  NotificationSeenSchema,
  OfficePaymentSchema,
  PaidByHandSchema,
  RefundRequestSchema,
  RefusedRefundSchema,
  UnknownNotificationSchema,
} from '../../office/payment-schemas.ts'
import {
  RemindedSchema,
  RemindersSchema,
  UnpaidSchema,
  UnpaidTotalsSchema,
} from '../../office/unpaid.ts'
import {
  TakenSchema,
  TakingSchema,
  UndoTakingSchema,
  WaiverSchema,
} from '../../office/venue-payments.ts'
import { ReceiptSentSchema } from '../../receipts.ts'
import { endpoints, officeList, SUCCESS } from '../endpoint.ts'

const NotificationsSchema = z.object({ data: z.array(UnknownNotificationSchema) })

export const paymentsOfficeEndpoints = endpoints({
  'POST /api/office/appointments/:id/payment-links': {
    permission: 'appointments.write',
    body: NewPaymentLinkSchema,
    response: { 201: SentPaymentLinkSchema },
  },
  'GET /api/office/notifications': {
    permission: 'reconciliation.write',
    response: { 200: NotificationsSchema },
  },
  'POST /api/office/notifications/:id/seen': {
    permission: 'reconciliation.write',
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    body: NotificationSeenSchema,
    response: { 200: NotificationsSchema },
  },
  'GET /api/office/unpaid': officeList('payments.read', UnpaidSchema),
  'GET /api/office/unpaid/totals': {
    permission: 'payments.read',
    query: z.object({ q: z.optional(z.string().check(z.trim(), z.maxLength(120))) }),
    response: { 200: UnpaidTotalsSchema },
  },
  'POST /api/office/unpaid/reminders': {
    permission: 'appointments.write',
    body: RemindersSchema,
    response: { 200: RemindedSchema },
  },
  'GET /api/office/payments': officeList('payments.read', ListedPaymentSchema),
  'GET /api/office/payments/:id': {
    permission: 'payments.read',
    response: { 200: OfficePaymentSchema },
  },
  'GET /api/office/payments/:id/receipt': { permission: 'payments.read', response: {} },
  'POST /api/office/payments/:id/receipt-mails': {
    permission: 'messages.write',
    response: { 201: ReceiptSentSchema },
  },
  'POST /api/office/payments/:id/refunds': {
    permission: 'refunds.write',
    body: RefundRequestSchema,
    response: { 201: OfficePaymentSchema },
  },
  'POST /api/office/refund-requests/:id/confirmation': {
    permission: 'refunds.beyond_policy',
    response: { 200: OfficePaymentSchema },
  },
  'POST /api/office/refund-requests/:id/refusal': {
    permission: 'refunds.write',
    body: RefusedRefundSchema,
    response: { 200: OfficePaymentSchema },
  },
  'POST /api/office/refunds/:id/retry': {
    permission: 'refunds.write',
    response: { 200: OfficePaymentSchema },
  },
  'POST /api/office/refunds/:id/by-hand': {
    permission: 'refunds.beyond_policy',
    body: PaidByHandSchema,
    response: { 200: OfficePaymentSchema },
  },
  'POST /api/office/owed-refunds/:id/outcome': {
    permission: 'refunds.write',
    body: OwedRefundEndSchema,
    response: { 200: OfficePaymentSchema },
  },
  'POST /api/office/appointments/:id/takings': {
    permission: 'appointments.write',
    body: TakingSchema,
    response: { 201: TakenSchema },
  },
  'POST /api/office/payments/:id/undo-taking': {
    permission: 'appointments.write',
    params: z.object({ id: z.uuid() }),
    body: UndoTakingSchema,
    response: SUCCESS,
  },
  'POST /api/office/appointments/:id/waiver': {
    permission: 'appointments.write',
    body: WaiverSchema,
    response: SUCCESS,
  },
})
