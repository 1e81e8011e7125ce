import {
  ClaimedSchema,
  ClaimLinkAnsweredSchema,
  ClaimLinkKeySchema,
  ClaimLinkSchema,
  ClaimTubeSchema,
  OwnClaimsSchema,
  RecordClaimSchema,
  RecordRequestsSchema,
} from '../claim-schemas.ts'
import { endpoints } from './endpoint.ts'

export const claimsEndpoints = endpoints({
  'POST /api/claim-link': {
    session: 'none',
    body: ClaimLinkKeySchema,
    response: { 200: ClaimLinkSchema },
  },
  'POST /api/claim-link/answer': {
    session: 'none',
    body: ClaimLinkAnsweredSchema,
    response: { 200: ClaimLinkSchema },
  },
  'GET /api/record-claims': { session: 'required', response: { 200: RecordRequestsSchema } },
  'POST /api/record-claims/tube': {
    session: 'required',
    body: ClaimTubeSchema,
    response: { 200: OwnClaimsSchema },
  },
  'POST /api/record-claims': {
    session: 'required',
    body: RecordClaimSchema,
    response: { 200: ClaimedSchema },
  },
})
