import * as z from 'zod/mini'
import {
  InvoicePaymentSchema,
  InvoiceReasonSchema,
  InvoiceSchema,
  InvoicesOfEventSchema,
  ListedInvoiceSchema,
  NewInvoiceSchema,
} from '../../office/invoices.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const invoicesOfficeEndpoints = endpoints({
  'GET /api/office/invoices': officeList('payments.read', ListedInvoiceSchema),
  'GET /api/office/events/:id/invoices': {
    permission: 'payments.read',
    response: { 200: InvoicesOfEventSchema },
  },
  'POST /api/office/events/:id/invoices': {
    permission: 'invoices.write',
    body: NewInvoiceSchema,
    response: { 201: z.object({ id: z.int() }) },
  },
  'GET /api/office/invoices/:id': {
    permission: 'payments.read',
    response: { 200: InvoiceSchema },
  },
  'GET /api/office/invoices/:id/pdf': { permission: 'payments.read', response: {} },
  'GET /api/office/invoices/:id/credit-note': { permission: 'payments.read', response: {} },
  'POST /api/office/invoices/:id/payments': {
    permission: 'invoices.write',
    body: InvoicePaymentSchema,
    response: { 201: InvoiceSchema },
  },
  'POST /api/office/invoice-payments/:id/undo': {
    permission: 'invoices.write',
    body: InvoiceReasonSchema,
    response: { 200: InvoiceSchema },
  },
  'POST /api/office/invoices/:id/credit-note': {
    permission: 'invoices.write',
    body: InvoiceReasonSchema,
    response: { 200: InvoiceSchema },
  },
})
