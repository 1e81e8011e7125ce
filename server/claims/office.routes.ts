import * as z from 'zod/mini'
import { ClaimLettersSchema, LetterStepSchema } from '../../domain/office/claim-shapes.ts'
import type { App, Deps } from '../deps.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import { makeClaimLetter, readClaimLetters, recordLetterStep } from './make-letter.ts'

export function claimsOfficeRoutes(app: App, deps: Deps): void {
  const options = permitted(deps, 'members.write')
  const PATH = '/api/office/members/:id/claim-letters'

  app.get(
    PATH,
    { ...options, schema: { params: IdInPath, response: { 200: ClaimLettersSchema } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const memberId = publicId(request.params.id)
      return readClaimLetters(deps, { memberId, staff: staffOf(request) })
    },
  )

  // The answer is the letter itself, so nothing is saved under an idempotency key: a repeat makes
  // a new letter, whose code replaces the one before.
  app.post(PATH, { ...options, schema: { params: IdInPath } }, async (request, reply) => {
    const memberId = publicId(request.params.id)
    const { pdf, letterId } = await makeClaimLetter(deps, { memberId, staff: staffOf(request) })
    return reply
      .code(201)
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="letter-${memberId}-${letterId}.pdf"`)
      .send(pdf)
  })

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
