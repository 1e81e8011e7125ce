import * as z from 'zod/mini'
import {
  NewSavedTextSchema,
  SavedTextChangeSchema,
  SavedTextRemovalSchema,
  SavedTextSchema,
} from '../../office/saved-texts.ts'
import { endpoints, NOTHING } from '../endpoint.ts'

export const savedTextsOfficeEndpoints = endpoints({
  'GET /api/office/saved-texts': {
    permission: 'messages.write',
    response: { 200: z.object({ data: z.array(SavedTextSchema) }) },
  },
  'POST /api/office/saved-texts': {
    permission: 'messages.write',
    body: NewSavedTextSchema,
    response: { 201: SavedTextSchema },
  },
  'PUT /api/office/saved-texts/:id': {
    permission: 'messages.write',
    body: SavedTextChangeSchema,
    response: { 200: SavedTextSchema },
  },
  'POST /api/office/saved-texts/:id/removal': {
    permission: 'messages.write',
    body: SavedTextRemovalSchema,
    response: NOTHING,
  },
})
