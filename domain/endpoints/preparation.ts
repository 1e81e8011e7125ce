import { SlotTakenSchema } from '../contract.ts'
import {
  PreparationAnsweredSchema,
  PreparationKeySchema,
  PreparationMoveSchema,
  PreparationSchema,
} from '../preparation-schemas.ts'
import { endpoints, REFUSALS } from './endpoint.ts'

export const preparationEndpoints = endpoints({
  'POST /api/preparation': {
    session: 'none',
    body: PreparationKeySchema,
    response: { 200: PreparationSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'POST /api/preparation/answers': {
    session: 'none',
    body: PreparationAnsweredSchema,
    response: { 200: PreparationSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'POST /api/preparation/move': {
    session: 'none',
    body: PreparationMoveSchema,
    response: { 200: PreparationSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'POST /api/preparation/cancel': {
    session: 'none',
    body: PreparationKeySchema,
    response: { 200: PreparationSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
})
