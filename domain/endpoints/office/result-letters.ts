import * as z from 'zod/mini'
import {
  BatchStepSchema,
  CollectionSchema,
  LetterBatchSchema,
  LetterPersonSchema,
  LetterReturnSchema,
  NewBatchSchema,
  OpenedBatchSchema,
  ResultLetterSchema,
} from '../../office/result-letters.ts'
import { LetterSurgerySchema, SurgeryChangeSchema } from '../../office/surgeries.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const resultLettersOfficeEndpoints = endpoints({
  'GET /api/office/letter-batches': officeList('letters.print', LetterBatchSchema),
  'POST /api/office/letter-batches': {
    permission: 'letters.print',
    body: NewBatchSchema,
    response: { 201: OpenedBatchSchema },
  },
  'GET /api/office/letter-batches/:id': {
    permission: 'letters.print',
    response: { 200: OpenedBatchSchema },
  },
  'PUT /api/office/letter-batches/:id': {
    permission: 'letters.print',
    body: BatchStepSchema,
    response: { 200: OpenedBatchSchema },
  },
  'POST /api/office/letter-batches/:id/letters': { permission: 'letters.print', response: {} },
  'POST /api/office/letter-batches/:id/cover-list': { permission: 'letters.print', response: {} },
  'POST /api/office/letter-batches/:id/address-labels': {
    permission: 'letters.print',
    response: {},
  },
  'GET /api/office/letters': officeList('letters.print', ResultLetterSchema),
  'GET /api/office/letters/:id': {
    permission: 'letters.print',
    response: { 200: LetterPersonSchema },
  },
  'PUT /api/office/letters/:id/return': {
    permission: 'letters.print',
    body: LetterReturnSchema,
    response: { 200: z.null() },
  },
  'PUT /api/office/letters/:id/collection': {
    permission: 'letters.print',
    body: CollectionSchema,
    response: { 200: z.null() },
  },
  'GET /api/office/letters/:id/surgery': {
    permission: 'letters.print',
    response: { 200: LetterSurgerySchema },
  },
  'PUT /api/office/letters/:id/surgery': {
    permission: 'letters.print',
    body: SurgeryChangeSchema,
    response: { 200: z.null() },
  },
})
