import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { printContactLetter } from './contact-letter.ts'
import { refuseClaim, releaseClaim } from './decide-claim.ts'
import { listClaimsToDecide } from './list-claims.ts'

const DONE = { status: 'success' } as const

/** Claims of records with anything of health, for who may read results anyway. */
export function waitingClaimsRoutes(app: App, deps: Deps): void {
  serveList(app, deps, 'GET /api/office/record-claims', (request) => ({
    name: 'claims to decide',
    load: ({ after, limit }) =>
      listClaimsToDecide(deps, { staff: staffOf(request), after: idIn(after) ?? 0, limit }),
    keyOf: ({ claim_id: id }) => [id],
  }))

  serve(app, 'POST /api/office/record-claims/:id/release', async (request) => {
    const claimId = publicId(request.params.id)
    await releaseClaim(deps, { claimId, reason: request.body.reason, staff: staffOf(request) })
    return DONE
  })

  serve(app, 'POST /api/office/record-claims/:id/refusal', async (request) => {
    const claimId = publicId(request.params.id)
    await refuseClaim(deps, { claimId, reason: request.body.reason, staff: staffOf(request) })
    return DONE
  })

  serve(app, 'POST /api/office/record-claims/:id/letter', async (request, reply) => {
    const claimId = publicId(request.params.id)
    const { pdf, memberId } = await printContactLetter(deps, { claimId, staff: staffOf(request) })
    return reply
      .code(201)
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="letter-${memberId}.pdf"`)
      .send(pdf)
  })
}
