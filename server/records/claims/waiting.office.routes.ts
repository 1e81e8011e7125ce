import * as z from 'zod/mini'
import { ClaimDecisionSchema, ClaimToDecideSchema } from '../../../domain/office/claim-shapes.ts'
import { ListQuerySchema, listOf } from '../../../domain/office/contract.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn, sendList } from '../../platform/http/list.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { logExport } from '../../staff/exports.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { printContactLetter } from './contact-letter.ts'
import { refuseClaim, releaseClaim } from './decide-claim.ts'
import { listClaimsToDecide } from './list-claims.ts'

const PATH = '/api/office/record-claims'
const Done = z.object({ status: z.literal('success') })
const DONE = { status: 'success' } as const

/** Claims of records with anything of health, for who may read results anyway. */
export function waitingClaimsRoutes(app: App, deps: Deps): void {
  const options = permitted(deps, 'claims.release')

  app.get(
    PATH,
    {
      ...options,
      schema: { querystring: ListQuerySchema, response: { 200: listOf(ClaimToDecideSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'claims-to-decide',
        load: ({ after, limit }) =>
          listClaimsToDecide(deps, { staff: staffOf(request), after: idIn(after) ?? 0, limit }),
        keyOf: ({ claim_id: id }) => [id],
        exported: (rows) => logExport(deps, request, { list: 'claims to decide', rows }),
      }),
  )

  const decision = {
    ...options,
    schema: { params: IdInPath, body: ClaimDecisionSchema, response: { 200: Done } },
  }
  app.post(`${PATH}/:id/release`, decision, async (request) => {
    const claimId = publicId(request.params.id)
    await releaseClaim(deps, { claimId, reason: request.body.reason, staff: staffOf(request) })
    return DONE
  })

  app.post(`${PATH}/:id/refusal`, decision, async (request) => {
    const claimId = publicId(request.params.id)
    await refuseClaim(deps, { claimId, reason: request.body.reason, staff: staffOf(request) })
    return DONE
  })

  app.post(
    `${PATH}/:id/letter`,
    { ...options, schema: { params: IdInPath } },
    async (request, reply) => {
      const claimId = publicId(request.params.id)
      const { pdf, memberId } = await printContactLetter(deps, { claimId, staff: staffOf(request) })
      return reply
        .code(201)
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="letter-${memberId}.pdf"`)
        .send(pdf)
    },
  )
}
