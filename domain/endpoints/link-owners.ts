import { KeyedLinkSchema, LinkOwnerSchema } from '../keyed-link-schemas.ts'
import { endpoints } from './endpoint.ts'

export const linkOwnersEndpoints = endpoints({
  'POST /api/link-owner': {
    session: 'none',
    body: KeyedLinkSchema,
    response: { 200: LinkOwnerSchema },
  },
})
