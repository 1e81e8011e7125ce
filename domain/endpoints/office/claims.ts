import {
  ClaimDecisionSchema,
  ClaimLettersSchema,
  ClaimToDecideSchema,
  LetterStepSchema,
  LetterToPrintSchema,
} from '../../office/claim-shapes.ts'
import { ListQuerySchema, listOf } from '../../office/contract.ts'
import { endpoints, SUCCESS } from '../endpoint.ts'

export const claimsOfficeEndpoints = endpoints({
  'GET /api/office/members/:id/claim-letters': {
    permission: 'members.write',
    response: { 200: ClaimLettersSchema },
  },
  'POST /api/office/members/:id/claim-letters': {
    permission: 'members.write',
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
  'GET /api/office/claim-letter-requests': {
    permission: 'letters.print',
    query: ListQuerySchema,
    response: { 200: listOf(LetterToPrintSchema) },
  },
  'POST /api/office/claim-letter-requests/:id/print': { permission: 'letters.print', response: {} },
  'GET /api/office/record-claims': {
    permission: 'claims.release',
    query: ListQuerySchema,
    response: { 200: listOf(ClaimToDecideSchema) },
  },
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
