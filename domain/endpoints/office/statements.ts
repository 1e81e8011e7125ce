import * as z from 'zod/mini'
import { ListQuerySchema, listOf } from '../../office/contract.ts'
import {
  EventStatementSchema,
  LedgerRowSchema,
  MonthStatementSchema,
  PeriodSchema,
  PeriodSumsSchema,
} from '../../office/statement-schemas.ts'
import { endpoints } from '../endpoint.ts'

const PeriodListSchema = z.extend(ListQuerySchema, PeriodSchema.shape)

export const statementsOfficeEndpoints = endpoints({
  'GET /api/office/statements/sums': {
    permission: 'statements.read',
    query: PeriodSchema,
    response: { 200: PeriodSumsSchema },
  },
  'GET /api/office/statements/events': {
    permission: 'statements.read',
    query: PeriodListSchema,
    response: { 200: listOf(EventStatementSchema) },
  },
  'GET /api/office/statements/months': {
    permission: 'statements.read',
    query: PeriodListSchema,
    response: { 200: listOf(MonthStatementSchema) },
  },
  'GET /api/office/ledger': {
    permission: 'statements.read',
    query: PeriodListSchema,
    response: { 200: listOf(LedgerRowSchema) },
  },
})
