import * as z from 'zod/mini'
import { MailRowSchema } from '../../office/desk-schemas.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const sentMessagesOfficeEndpoints = endpoints({
  'GET /api/office/mails': officeList('mails.read', MailRowSchema),
  'POST /api/office/mails/:id/retry': {
    permission: 'mails.read',
    params: z.object({ id: z.guid() }),
    response: NOTHING,
  },
})
