import * as z from 'zod/mini'
import { ReasonSchema } from '../../office/booking-schemas.ts'
import { CashCountSchema, CashDifferenceSchema, DayCashSchema } from '../../office/cash-counts.ts'
import { endpoints, officeList, SUCCESS } from '../endpoint.ts'

export const cashCountsOfficeEndpoints = endpoints({
  'GET /api/office/days/:id/cash': { permission: 'days.write', response: { 200: DayCashSchema } },
  'POST /api/office/days/:id/cash-counts': {
    permission: 'days.write',
    body: CashCountSchema,
    response: { 201: z.object({ id: z.int() }) },
  },
  'GET /api/office/cash-counts': officeList('payments.read', CashDifferenceSchema),
  'POST /api/office/cash-counts/:id/check': {
    permission: 'reconciliation.write',
    body: ReasonSchema,
    response: SUCCESS,
  },
})
