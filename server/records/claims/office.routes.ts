import * as z from 'zod/mini'
import {
  ClaimLettersSchema,
  LetterStepSchema,
  LetterToPrintSchema,
} from '../../../domain/office/claim-shapes.ts'
import { ListQuerySchema, listOf } from '../../../domain/office/contract.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn, sendList } from '../../platform/http/list.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { logExport } from '../../staff/exports.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
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
  const options = permitted(deps, 'members.write')
  const PATH = '/api/office/members/:id/claim-letters'

  app.get(
    PATH,
    { ...options, schema: { params: IdInPath, response: { 200: ClaimLettersSchema } } },
    async (request) => {
      const memberId = publicId(request.params.id)
      return readClaimLetters(deps, { memberId, staff: staffOf(request) })
    },
  )

  const answer = { params: IdInPath, response: { 201: ClaimLettersSchema } }
  app.post(PATH, { ...options, schema: answer }, async (request, reply) => {
    const memberId = publicId(request.params.id)
    const letters = await askForClaimLetter(deps, { memberId, staff: staffOf(request) })
    return reply.code(201).send(letters)
  })

  app.post(
    `${PATH}/cancellation`,
    { ...options, schema: { params: IdInPath, response: { 200: ClaimLettersSchema } } },
    async (request) => {
      const memberId = publicId(request.params.id)
      return cancelClaimLetter(deps, { memberId, staff: staffOf(request) })
    },
  )

  app.put(
    `${PATH}/:letter`,
    {
      ...options,
      schema: {
        params: z.extend(IdInPath, { letter: z.string() }),
        body: LetterStepSchema,
        response: { 200: ClaimLettersSchema },
      },
    },
    async (request) =>
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
  const options = permitted(deps, 'letters.print')
  const PATH = '/api/office/claim-letter-requests'

  app.get(
    PATH,
    {
      ...options,
      schema: { querystring: ListQuerySchema, response: { 200: listOf(LetterToPrintSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'invitations-to-print',
        load: ({ after, limit }) =>
          listLettersToPrint(deps, { staff: staffOf(request), after: idIn(after) ?? 0, limit }),
        keyOf: ({ request_id: id }) => [id],
        exported: (rows) => logExport(deps, request, { list: 'invitations to print', rows }),
      }),
  )

  // The answer is the letter itself, so nothing is saved under an idempotency key: a repeat makes
  // a new letter, whose code replaces the one before.
  app.post(
    `${PATH}/:id/print`,
    { ...options, schema: { params: IdInPath } },
    async (request, reply) => {
      const requestId = publicId(request.params.id)
      const printed = await printClaimLetter(deps, { requestId, staff: staffOf(request) })
      const fileName = `letter-${printed.memberId}-${printed.letterId}.pdf`
      return reply
        .code(201)
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(printed.pdf)
    },
  )
}
