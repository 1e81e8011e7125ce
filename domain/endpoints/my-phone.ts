import { MyPhoneSchema, NumberCodeSchema } from '../my-phone.ts'
import { endpoints } from './endpoint.ts'

export const myPhoneEndpoints = endpoints({
  'GET /api/my-phone': { session: 'proven', response: { 200: MyPhoneSchema } },
  'POST /api/my-phone/codes': { session: 'proven', response: { 200: MyPhoneSchema } },
  'POST /api/my-phone/confirmations': {
    session: 'proven',
    body: NumberCodeSchema,
    response: { 200: MyPhoneSchema },
  },
})
