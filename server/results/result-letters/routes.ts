import type { App, Deps } from '../../deps.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { Refused } from '../../platform/http/refused.ts'
import { sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { drawLetterForGp, drawOwnLetter } from './own-letter.ts'

export function ownLetterRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/medical/results/:id/:result/letter', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const { id, result } = request.params
    if (publicId(id) !== member.id) throw new Refused('not_found')
    const resultId = publicId(result)
    const reader = { member, address: request.ip }
    if (request.query.for === 'gp')
      return sendPdf(reply, await drawLetterForGp(deps, reader, resultId), `gp-letter-${resultId}`)
    const isLargePrint = request.query.print && request.query.print === 'large'
    const pdf = await drawOwnLetter(deps, reader, { resultId, isLargePrint })
    return sendPdf(reply, pdf, `result-${resultId}`)
  })
}
