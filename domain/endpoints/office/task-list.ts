import { listOf } from '../../office/contract.ts'
import { LaboratoryReceiptSchema, ReceiptComparedSchema } from '../../office/laboratory-receipt.ts'
import {
  ClosedLoopQuerySchema,
  ClosedLoopSchema,
  FailsafeSheetSchema,
  LoopCallSchema,
  LoopClosingSchema,
  LoopDetailSchema,
  LoopQuerySchema,
  LoopSchema,
  NextCallSchema,
  SheetSignatureSchema,
  TakenCallSchema,
} from '../../office/loop-schemas.ts'
import { endpoints, NOTHING } from '../endpoint.ts'

export const taskListOfficeEndpoints = endpoints({
  'GET /api/office/closed-loops': {
    permission: 'loops.read',
    query: ClosedLoopQuerySchema,
    response: { 200: listOf(ClosedLoopSchema) },
  },
  'GET /api/office/events/:id/failsafe-sheet': {
    permission: 'loops.read',
    response: { 200: FailsafeSheetSchema },
  },
  'POST /api/office/events/:id/failsafe-sheet/signature': {
    permission: 'loops.close',
    body: SheetSignatureSchema,
    response: { 200: FailsafeSheetSchema },
  },
  'POST /api/office/events/:id/failsafe-sheet/receipt': {
    permission: 'loops.close',
    response: { 200: FailsafeSheetSchema },
  },
  'POST /api/office/events/:id/laboratory-receipt': {
    permission: 'loops.close',
    body: LaboratoryReceiptSchema,
    response: { 200: ReceiptComparedSchema },
  },
  'GET /api/office/loops': {
    permission: 'loops.read',
    query: LoopQuerySchema,
    response: { 200: listOf(LoopSchema) },
  },
  'GET /api/office/loops/:id': { permission: 'loops.read', response: { 200: LoopDetailSchema } },
  'POST /api/office/loops/:id/close': {
    permission: 'loops.close',
    body: LoopClosingSchema,
    response: NOTHING,
  },
  'POST /api/office/loops/:id/calls': {
    permission: 'loops.close',
    body: LoopCallSchema,
    response: NOTHING,
  },
  'POST /api/office/loops/next-call': {
    permission: 'loops.close',
    body: NextCallSchema,
    response: { 200: TakenCallSchema },
  },
  'POST /api/office/loops/:id/caller': { permission: 'loops.close', response: NOTHING },
  'DELETE /api/office/loops/:id/caller': { permission: 'loops.close', response: NOTHING },
})
