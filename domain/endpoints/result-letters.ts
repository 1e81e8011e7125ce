import { OwnLetterSchema } from '../office/result-letters.ts'
import { endpoints } from './endpoint.ts'

export const resultLettersEndpoints = endpoints({
  'GET /api/medical/results/:id/:result/letter': {
    session: 'proven',
    query: OwnLetterSchema,
    response: {},
  },
})
