import * as z from 'zod/mini'
import {
  AccountLinkRequestSchema,
  AccountLinkSchema,
  LinkAddressSchema,
  LinkPasswordSchema,
} from '../link-owner.ts'
import { endpoints, SUCCESS } from './endpoint.ts'

const IsRightSchema = z.object({ is_right: z.boolean() })

export const signUpEndpoints = endpoints({
  'POST /api/auth/confirmation': {
    session: 'optional',
    body: AccountLinkRequestSchema,
    response: { 200: AccountLinkSchema },
  },
  'POST /api/auth/confirmation/address': {
    session: 'none',
    body: LinkAddressSchema,
    response: { 200: IsRightSchema },
  },
  'POST /api/auth/confirmation/password': {
    session: 'none',
    body: LinkPasswordSchema,
    response: { 200: IsRightSchema },
  },
  'POST /api/auth/confirmation/discard': {
    session: 'none',
    body: z.pick(AccountLinkRequestSchema, { token_hash: true }),
    response: SUCCESS,
  },
})
