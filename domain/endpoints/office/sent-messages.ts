import * as z from 'zod/mini'
import { ListQuerySchema, listOf } from '../../office/contract.ts'
import { MailRowSchema } from '../../office/desk-shapes.ts'
import { endpoints, NOTHING } from '../endpoint.ts'

const MailId = z.object({ id: z.guid() })

export const sentMessagesOfficeEndpoints = endpoints({
  'GET /api/office/mails': {
    permission: 'mails.read',
    query: ListQuerySchema,
    response: { 200: listOf(MailRowSchema) },
  },
  'POST /api/office/mails/:id/retry': {
    permission: 'mails.read',
    params: MailId,
    response: NOTHING,
  },
})
