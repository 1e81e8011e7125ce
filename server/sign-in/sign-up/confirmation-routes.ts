import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { normaliseEmail } from '../../../domain/email-address.ts'
import {
  type AccountLink,
  type AccountLinkRequestSchema,
  linkAsks,
  linkState,
} from '../../../domain/link-owner.ts'
import { maskedEmail } from '../../../domain/masked-email.ts'
import type { App, Deps } from '../../deps.ts'
import { findMemberByUser } from '../../members/members.queries.ts'
import { readPendingProfile } from '../../members/profile/pending-profile.ts'
import type { MailedLink } from '../../platform/auth-service.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { maybeSessionOf } from '../../platform/http/session.ts'
import { hasAskedForMail } from '../auth-gateway/mail-cookie.ts'

/**
 * For the page behind a mailed link: shows whose account it opens and whether this browser asked
 * for it, checks the address or the password that the page asks for, or discards a sign-up, which
 * may be a stranger's. The token is not consumed; 404 for an invalid one.
 */
export function confirmationRoutes(app: App, deps: Deps): void {
  const { auth } = deps

  serve(app, 'POST /api/auth/confirmation', async (request) => {
    const session = maybeSessionOf(request)
    if (!auth.findLink) {
      const state = session ? ('other_account' as const) : ('other_browser' as const)
      return { ...UNKNOWN_LINK, state, signed_in_as: session && maskedEmail(session.email) }
    }
    const link = await auth.findLink(request.body.token_hash)
    if (!link) throw new Refused('not_found')
    return await describe(request, link)
  })

  serve(app, 'POST /api/auth/confirmation/address', async ({ body }) => {
    const link = (await auth.findLink?.(body.token_hash)) ?? null
    if (!link) throw new Refused('not_found')
    return { is_right: normaliseEmail(body.email) === link.email }
  })

  serve(app, 'POST /api/auth/confirmation/password', async ({ body, ip: address }) => {
    const { token_hash: tokenHash, password } = body
    const isRight = (await auth.signUps?.isPassword({ tokenHash, password, address })) ?? null
    if (isRight === null) throw new Refused('not_found')
    return { is_right: isRight }
  })

  serve(
    app,
    'POST /api/auth/confirmation/discard',
    async ({ body: { token_hash: tokenHash }, ip: address }) => {
      if (!(await auth.signUps?.discard({ tokenHash, address }))) throw new Refused('not_found')
      return { status: 'success' as const }
    },
  )

  async function describe(
    request: FastifyRequest<{ Body: z.infer<typeof AccountLinkRequestSchema> }>,
    link: MailedLink,
  ): Promise<AccountLink> {
    const session = maybeSessionOf(request)
    const browser = {
      userId: session?.userId ?? null,
      hasAskedForMail: hasAskedForMail(request, deps, link.email),
      hasSignedUp: request.body.user_id === link.userId,
    }
    const state = linkState(link, browser)
    return {
      kind: link.kind,
      state,
      masked_email: maskedEmail(link.email) || null,
      new_masked_email: link.newEmail && maskedEmail(link.newEmail),
      signed_in_as: session && state === 'other_account' ? maskedEmail(session.email) : null,
      ...(await nameOf(link)),
      signed_up_at: link.signedUpAt?.toISOString() ?? null,
      asks: linkAsks(link, browser),
    }
  }

  async function nameOf({ kind, userId }: MailedLink) {
    // The new address may be another person's.
    if (kind === 'email_change_new') return NO_NAME
    const { db } = deps.database
    if (kind === 'sign_up') {
      const form = await readPendingProfile(deps, db, userId)
      return form ? { first_name: form.first_name, last_name: form.last_name } : NO_NAME
    }
    const member = await findMemberByUser(db, userId)
    return { first_name: member?.firstName ?? null, last_name: null }
  }
}

const NO_NAME = { first_name: null, last_name: null }
const UNKNOWN_LINK = {
  ...NO_NAME,
  kind: null,
  masked_email: null,
  new_masked_email: null,
  signed_up_at: null,
  asks: 'password_afterwards',
} as const
