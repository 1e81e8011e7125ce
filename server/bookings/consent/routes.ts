import type { App, Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { doOnce } from '../../platform/idempotency/idempotency-key.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { findConsentLink } from './consent.queries.ts'
import { giveConsent, giveConsentByLink } from './give-consent.ts'

export function consentRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/medical/consent', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const answer = await doOnce(deps, { request, caller: member.userId }, (saveResponse) =>
      giveConsent(deps, { member, form: request.body, saveResponse }),
    )
    return reply.code(201).send(answer)
  })

  // POST keeps the key out of URLs.
  serve(app, 'POST /api/medical/consent-link', async (request, reply) => {
    const { db } = deps.database
    const keyHash = hashOfLinkKey(request.body.key)
    const link = await findConsentLink(db, { keyHash, now: deps.now() })
    const event = link && (await findEventDetails(db, link.eventId))
    if (!link || !event) throw new Refused('not_found')
    const { event_name, event_date } = event
    const test = { profile_id: link.memberId, test_date: event_date, event_name }
    return reply.send(test)
  })

  serve(app, 'POST /api/medical/consent-by-link', async (request, reply) => {
    const { key, ...form } = request.body
    const caller = `consent link ${hashOfLinkKey(key).toString('hex')}`
    const answer = await doOnce(deps, { request, caller }, (saveResponse) =>
      giveConsentByLink(deps, { key, form, saveResponse }),
    )
    return reply.code(201).send(answer)
  })
}
