import * as z from 'zod/mini'
import { ListQuerySchema, listOf } from '../../office/contract.ts'
import {
  DifferenceDecisionSchema,
  DifferenceDecisionsSchema,
  MoneyDifferenceSchema,
  OtherMoneySchema,
  ProviderReportSchema,
  UploadedReportSchema,
} from '../../office/reconciliation-schemas.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const reconciliationOfficeEndpoints = endpoints({
  'GET /api/office/provider-reports': officeList('reconciliation.write', ProviderReportSchema),
  'POST /api/office/provider-reports': {
    permission: 'reconciliation.write',
    response: { 200: UploadedReportSchema, 201: UploadedReportSchema },
  },
  'GET /api/office/money-differences': {
    permission: 'reconciliation.write',
    query: z.extend(ListQuerySchema, { report_id: z.optional(z.string()) }),
    response: { 200: listOf(MoneyDifferenceSchema) },
  },
  'GET /api/office/money-differences/other-money': {
    permission: 'reconciliation.write',
    response: { 200: z.object({ data: z.array(OtherMoneySchema) }) },
  },
  'POST /api/office/money-differences/decisions': {
    permission: 'reconciliation.write',
    body: DifferenceDecisionsSchema,
    response: { 200: z.object({ decided: z.int() }) },
  },
  'GET /api/office/money-differences/:id': {
    permission: 'reconciliation.write',
    response: { 200: MoneyDifferenceSchema },
  },
  'POST /api/office/money-differences/:id/decision': {
    permission: 'reconciliation.write',
    body: DifferenceDecisionSchema,
    response: { 200: MoneyDifferenceSchema },
  },
})
