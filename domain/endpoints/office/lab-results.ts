import * as z from 'zod/mini'
import {
  ColumnMapSchema,
  ColumnTrialSchema,
  ImportRowSchema,
  ResultImportSchema,
  ResultLaboratorySchema,
  RowDecisionSchema,
  SavedColumnMapSchema,
  UploadedImportSchema,
} from '../../office/result-import-schemas.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const labResultsOfficeEndpoints = endpoints({
  'POST /api/office/result-imports': {
    permission: 'results.import',
    response: { 201: UploadedImportSchema },
  },
  'POST /api/office/labs/:id/column-map/trial': {
    permission: 'results.import',
    response: { 200: ColumnTrialSchema },
  },
  'GET /api/office/result-laboratories': {
    permission: 'results.import',
    response: { 200: z.object({ data: z.array(ResultLaboratorySchema) }) },
  },
  'GET /api/office/result-imports': officeList('results.import', ResultImportSchema),
  'GET /api/office/result-imports/:id': {
    permission: 'results.import',
    response: { 200: ResultImportSchema },
  },
  'GET /api/office/result-imports/:id/rows': officeList('results.import', ImportRowSchema),
  'POST /api/office/result-imports/:id/rows/:row/decision': {
    permission: 'results.import',
    body: RowDecisionSchema,
    response: { 200: ResultImportSchema },
  },
  'POST /api/office/result-imports/:id/commit': {
    permission: 'results.import',
    response: { 200: ResultImportSchema },
  },
  'GET /api/office/labs/:id/column-map': {
    permission: 'results.import',
    response: { 200: SavedColumnMapSchema },
  },
  'PUT /api/office/labs/:id/column-map': {
    permission: 'results.import',
    body: z.object({ version: z.int(), map: ColumnMapSchema }),
    response: { 200: SavedColumnMapSchema },
  },
})
