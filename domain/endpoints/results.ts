import * as z from 'zod/mini'
import { GpAppointmentSchema, MedicalResultSchema, MedicalResultsSchema } from '../contract.ts'
import { endpoints, SUCCESS } from './endpoint.ts'

export const resultsEndpoints = endpoints({
  'GET /api/medical/results/:id': { session: 'proven', response: { 200: MedicalResultsSchema } },
  'GET /api/medical/results/:id/:result': {
    session: 'proven',
    response: { 200: z.object({ data: MedicalResultSchema }) },
  },
  'PUT /api/medical/results/:id/:result/gp-appointment': {
    session: 'proven',
    body: GpAppointmentSchema,
    response: SUCCESS,
  },
})
