import * as z from 'zod/mini'
import {
  ConsentByLinkSchema,
  ConsentLinkSchema,
  ConsentSchema,
  ErrorSchema,
  TestToConsentToSchema,
} from '../../domain/contract.ts'
import type { App, Parts } from '../deps.ts'
import { findEvent } from '../events/events.queries.ts'
import { Refused } from '../http/refused.ts'
import { needsSession } from '../http/session.ts'
import { answerOnce } from '../idempotency/idempotency-key.ts'
import { repeatableOf } from '../idempotency/idempotent-request.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { findConsentLink } from './consent.queries.ts'
import { hashOfKey } from './consent-link.ts'
import { giveConsent, giveConsentByLink } from './give-consent.ts'

/**
 * Consent to a test: medical, so the session must still be alive (design §5), or the link that the
 * member was mailed must not have been used.
 */
export function consentRoutes(app: App, parts: Parts): void {
  app.post(
    '/api/medical/consent',
    {
      onRequest: needsSession(parts),
      schema: {
        body: ConsentSchema,
        response: { 201: Given, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(parts, request)
      const asked = repeatableOf(request, member.userId, parts)
      const answer = await answerOnce(parts, { asked, shape: Given }, async (together) => {
        await giveConsent(parts, {
          member,
          form: request.body,
          together: (tx) => together(tx, GIVEN),
        })
        return GIVEN
      })
      return reply.code(201).header('cache-control', 'no-store').send(answer)
    },
  )

  // Asked for with POST, so that the key stands in no address.
  app.post(
    '/api/medical/consent-link',
    {
      schema: {
        body: ConsentLinkSchema,
        response: { 200: TestToConsentToSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const { db } = parts.database
      const keyHash = hashOfKey(request.body.key)
      const link = await findConsentLink(db, { keyHash, now: parts.now() })
      const event = link && (await findEvent(db, link.eventId))
      if (!link || !event) throw new Refused('not_found')
      const { event_name, event_date } = event
      const test = { profile_id: link.memberId, test_date: event_date, event_name }
      return reply.header('cache-control', 'no-store').send(test)
    },
  )

  app.post(
    '/api/medical/consent-by-link',
    {
      schema: {
        body: ConsentByLinkSchema,
        response: { 201: Given, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const { key, ...form } = request.body
      const asked = repeatableOf(request, `consent link ${hashOfKey(key).toString('hex')}`, parts)
      const answer = await answerOnce(parts, { asked, shape: Given }, async (together) => {
        await giveConsentByLink(parts, { key, form, together: (tx) => together(tx, GIVEN) })
        return GIVEN
      })
      return reply.code(201).header('cache-control', 'no-store').send(answer)
    },
  )
}

const Given = z.object({ status: z.literal('success') })
const GIVEN = { status: 'success' } as const
