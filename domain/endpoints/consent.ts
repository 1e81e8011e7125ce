import {
  ConsentByLinkSchema,
  ConsentLinkSchema,
  ConsentLinkTestSchema,
  ConsentSchema,
} from '../contract.ts'
import { endpoints, SuccessSchema } from './endpoint.ts'

export const consentEndpoints = endpoints({
  'POST /api/medical/consent': {
    session: 'required',
    body: ConsentSchema,
    response: { 201: SuccessSchema },
  },
  'POST /api/medical/consent-link': {
    session: 'none',
    body: ConsentLinkSchema,
    response: { 200: ConsentLinkTestSchema },
  },
  'POST /api/medical/consent-by-link': {
    session: 'none',
    body: ConsentByLinkSchema,
    response: { 201: SuccessSchema },
  },
})
