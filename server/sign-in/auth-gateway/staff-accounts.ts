import type pg from 'pg'
import { z } from 'zod/mini'
import { normaliseEmail } from '../../../auth/email-address.ts'
import type { EmbeddedAuth } from '../../../auth/embedded-service.ts'
import { hasVerifiedFactor } from '../../../auth/queries/factors.queries.ts'
import { deleteSessionsOf } from '../../../auth/queries/sessions.queries.ts'
import { findAccount, findAccountByEmail } from '../../../auth/queries/users.queries.ts'
import { DEFAULT_SETTINGS } from '../../../auth/settings.ts'
import type { StaffAccounts } from '../../platform/auth-service.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'

const FOR_EVER = '876000h'
const NO_ACCOUNT = 404
const NOT_ACCEPTED = [400, 422]
const NO_ADDRESS = 'The sign-in service does not accept this address. Check it, or use another one.'
const INVITATION_MS = DEFAULT_SETTINGS.confirmationSeconds * 1_000
const Invited = z.object({ id: z.guid() })
const Factors = z.array(z.object({ id: z.guid() }))

/**
 * Administers accounts of the embedded service for the office. Throws Refused too_many_requests, busy, or
 * invalid_request for an address that it does not accept; any other refusal is an Error.
 */
export function openStaffAccounts(
  pool: pg.Pool,
  service: Pick<EmbeddedAuth, 'callAsAdmin'>,
): StaffAccounts {
  return {
    async open(typed, by) {
      const email = normaliseEmail(typed)
      const known = await findAccountByEmail(pool, email)
      const isInvited = !known?.emailConfirmedAt
      const userId = isInvited ? await invite(email, by) : known.id
      await change(userId, { app_metadata: { staff: true } }, by)
      return { userId, isInvited }
    },
    close: (userId, by) => unlessGone(userId, { app_metadata: { staff: null } }, by),
    bar: (userId, by) => unlessGone(userId, { ban_duration: FOR_EVER }, by),
    admit: (userId, by) => unlessGone(userId, { ban_duration: 'none' }, by),
    async stateOf(userId) {
      const account = await findAccount(pool, userId)
      if (!account) return null
      const { invitedAt, emailConfirmedAt, lastSignInAt } = account
      return {
        isConfirmed: emailConfirmedAt !== null,
        invitedAt,
        invitationUntil: invitedAt && new Date(invitedAt.getTime() + INVITATION_MS),
        lastSignInAt,
        hasFactor: await hasVerifiedFactor(pool, userId),
      }
    },
    endSessions: (userId) => deleteSessionsOf(pool, userId),
    async removeFactors(userId, by) {
      const path = `/admin/users/${userId}/factors`
      const factors = Factors.parse(await call('GET', path, { by }))
      for (const { id } of factors) await call('DELETE', `${path}/${id}`, { by })
      await deleteSessionsOf(pool, userId)
    },
  }

  async function invite(email: string, by: string): Promise<string> {
    const answer = await ask('POST', '/invite', { by, body: { email } })
    if (NOT_ACCEPTED.includes(answer.status)) throw invalidField('email', NO_ADDRESS)
    return Invited.parse(await readAnswer(answer)).id
  }

  /** Nothing for an account that is gone: nobody signs in with it anyway. */
  async function unlessGone(userId: string, body: object, by: string): Promise<void> {
    const answer = await ask('PUT', `/admin/users/${userId}`, { by, body })
    if (answer.status !== NO_ACCOUNT) await readAnswer(answer)
  }

  async function change(userId: string, body: object, by: string): Promise<void> {
    await call('PUT', `/admin/users/${userId}`, { by, body })
  }

  async function call(...request: Parameters<typeof ask>): Promise<unknown> {
    return readAnswer(await ask(...request))
  }

  function ask(
    method: string,
    path: string,
    { by, body }: { by: string; body?: object },
  ): Promise<Response> {
    return service.callAsAdmin(path, {
      method,
      operator: by,
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status === 429)
    throw new Refused('too_many_requests', {}, { retryAfter: secondsIn(answer) })
  if (answer.status >= 500) throw new Refused('busy')
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The service refuses it (${answer.status}): ${text}`)
  return JSON.parse(text)
}

function secondsIn(answer: Response): number | null {
  return Number(answer.headers.get('retry-after')) || null
}
