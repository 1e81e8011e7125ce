import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import {
  askForClaimLetter,
  cancelClaimLetter,
  readClaimLetters,
  recordLetterStep,
} from './ask-letter.ts'
import { listLettersToPrint, printClaimLetter } from './print-letter.ts'
import { waitingClaimsRoutes } from './waiting.office.routes.ts'

export function claimsOfficeRoutes(app: App, deps: Deps): void {
  printingRoutes(app, deps)
  waitingClaimsRoutes(app, deps)

  serve(app, 'GET /api/office/members/:id/claim-letters', async (request) => {
    const memberId = publicId(request.params.id)
    return readClaimLetters(deps, { memberId, staff: staffOf(request) })
  })

  serve(app, 'POST /api/office/members/:id/claim-letters', async (request, reply) => {
    const memberId = publicId(request.params.id)
    const hasLostAddress = request.body?.lost_address ?? false
    const staff = staffOf(request)
    const letters = await askForClaimLetter(deps, { memberId, hasLostAddress, staff })
    return reply.code(201).send(letters)
  })

  serve(app, 'POST /api/office/members/:id/claim-letters/cancellation', async (request) => {
    const memberId = publicId(request.params.id)
    return cancelClaimLetter(deps, { memberId, staff: staffOf(request) })
  })

  serve(app, 'PUT /api/office/members/:id/claim-letters/:letter', async (request) =>
    recordLetterStep(deps, {
      memberId: publicId(request.params.id),
      letterId: publicId(request.params.letter),
      staff: staffOf(request),
      step: request.body.step,
    }),
  )
}

/** For those who may read results anyway: the code of a letter opens them. */
function printingRoutes(app: App, deps: Deps): void {
  serveList(app, deps, 'GET /api/office/claim-letter-requests', (request) => ({
    name: 'invitations to print',
    load: ({ after, limit }) =>
      listLettersToPrint(deps, { staff: staffOf(request), after: idIn(after) ?? 0, limit }),
    keyOf: ({ request_id: id }) => [id],
  }))

  // The answer is the letter itself, so nothing is saved under an idempotency key: a repeat makes
  // a new letter, whose code replaces the one before.
  serve(app, 'POST /api/office/claim-letter-requests/:id/print', async (request, reply) => {
    const requestId = publicId(request.params.id)
    const printed = await printClaimLetter(deps, { requestId, staff: staffOf(request) })
    const fileName = `letter-${printed.memberId}-${printed.letterId}.pdf`
    return reply
      .code(201)
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(printed.pdf)
  })
}
