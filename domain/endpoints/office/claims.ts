import {
  ClaimDecisionSchema,
  ClaimLettersSchema,
  ClaimLetterWantedSchema,
  ClaimToDecideSchema,
  LetterStepSchema,
  LetterToPrintSchema,
} from '../../office/claim-schemas.ts'
import { endpoints, officeList, SUCCESS } from '../endpoint.ts'

export const claimsOfficeEndpoints = endpoints({
  'GET /api/office/members/:id/claim-letters': {
    permission: 'members.write',
    response: { 200: ClaimLettersSchema },
  },
  'POST /api/office/members/:id/claim-letters': {
    permission: 'members.write',
    body: ClaimLetterWantedSchema,
    response: { 201: ClaimLettersSchema },
  },
  'POST /api/office/members/:id/claim-letters/cancellation': {
    permission: 'members.write',
    response: { 200: ClaimLettersSchema },
  },
  'PUT /api/office/members/:id/claim-letters/:letter': {
    permission: 'members.write',
    body: LetterStepSchema,
    response: { 200: ClaimLettersSchema },
  },
  'GET /api/office/claim-letter-requests': officeList('letters.print', LetterToPrintSchema),
  'POST /api/office/claim-letter-requests/:id/print': { permission: 'letters.print', response: {} },
  'GET /api/office/record-claims': officeList('claims.release', ClaimToDecideSchema),
  'POST /api/office/record-claims/:id/release': {
    permission: 'claims.release',
    body: ClaimDecisionSchema,
    response: SUCCESS,
  },
  'POST /api/office/record-claims/:id/refusal': {
    permission: 'claims.release',
    body: ClaimDecisionSchema,
    response: SUCCESS,
  },
  'POST /api/office/record-claims/:id/letter': { permission: 'claims.release', response: {} },
})
