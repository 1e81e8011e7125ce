import * as z from 'zod/mini'
import { ErrorSchema } from '../../contract.ts'
import {
  ApprovalSchema,
  ClosingSchema,
  ErasureExceptionSchema,
  ErasureRowSchema,
  NewErasureSchema,
  NewExceptionSchema,
  OfficeErasureSchema,
} from '../../office/erasure-schemas.ts'
import { endpoints, NOTHING, officeList, REFUSALS } from '../endpoint.ts'

export const erasureOfficeEndpoints = endpoints({
  'GET /api/office/erasures': officeList('erasure.write', ErasureRowSchema),
  'GET /api/office/erasures/:id': {
    permission: 'erasure.write',
    response: { 200: OfficeErasureSchema },
  },
  'POST /api/office/members/:id/erasure-requests': {
    permission: 'members.write',
    body: NewErasureSchema,
    response: { 201: z.object({ request_id: z.int() }) },
  },
  'POST /api/office/erasures/:id/approval': {
    permission: 'erasure.write',
    body: ApprovalSchema,
    response: NOTHING,
    refusals: { 503: ErrorSchema, ...REFUSALS },
  },
  'POST /api/office/erasures/:id/closing': {
    permission: 'erasure.write',
    body: ClosingSchema,
    response: NOTHING,
    refusals: { 503: ErrorSchema, ...REFUSALS },
  },
  'GET /api/office/erasures/:id/exception': {
    permission: 'erasure.except',
    response: { 200: ErasureExceptionSchema },
  },
  'POST /api/office/erasures/:id/exception': {
    permission: 'erasure.except',
    body: NewExceptionSchema,
    response: NOTHING,
    refusals: { 503: ErrorSchema, ...REFUSALS },
  },
})
