import {
  NewNoteSchema,
  NotesQuerySchema,
  NotesSchema,
  StrikeOutSchema,
} from '../../office/member-notes.ts'
import { endpoints, NOTHING } from '../endpoint.ts'

export const notesOfficeEndpoints = endpoints({
  'GET /api/office/members/:id/notes': {
    permission: 'notes.write',
    query: NotesQuerySchema,
    response: { 200: NotesSchema },
  },
  'POST /api/office/members/:id/notes': {
    permission: 'notes.write',
    body: NewNoteSchema,
    response: NOTHING,
  },
  'POST /api/office/notes/:id/strike': {
    permission: 'notes.write',
    body: StrikeOutSchema,
    response: NOTHING,
  },
})
