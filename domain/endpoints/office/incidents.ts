import * as z from 'zod/mini'
import {
  DayIncidentsSchema,
  IncidentNoteSchema,
  IncidentRowSchema,
  SentIncidentSchema,
} from '../../office/incidents.ts'
import { endpoints, officeList, SUCCESS } from '../endpoint.ts'

export const incidentsOfficeEndpoints = endpoints({
  'GET /api/office/incidents': officeList('incidents.look', IncidentRowSchema),
  'GET /api/office/days/:id/incidents': {
    permission: 'incidents.write',
    response: { 200: DayIncidentsSchema },
  },
  'POST /api/office/days/:id/incidents': {
    permission: 'incidents.write',
    body: SentIncidentSchema,
    response: { 201: z.object({ incident_id: z.int() }) },
  },
  'POST /api/office/days/:id/incidents/:incident/notes': {
    permission: 'incidents.write',
    body: IncidentNoteSchema,
    response: SUCCESS,
  },
  'POST /api/office/days/:id/incidents/:incident/look': {
    permission: 'incidents.look',
    body: IncidentNoteSchema,
    response: SUCCESS,
  },
})
