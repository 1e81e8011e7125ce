import type { SignIn } from '../../../domain/my-data.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import type { AuthSession } from '../../platform/auth-service.ts'
import { sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { sessionOf } from '../../platform/http/session.ts'
import { findStandingErasure } from '../erasure/erasure.queries.ts'
import { askForErasure, takeErasureBack } from '../erasure/erasure.ts'
import { collectMyData } from './collect.ts'
import { drawMyData } from './draw-my-data.ts'
import { listAccesses } from './my-data.queries.ts'

export function myDataRoutes(app: App, deps: Deps): void {
  const { db } = deps.database
  serve(app, 'GET /api/my-data', async (request, reply) => {
    const session = sessionOf(request)
    const data = await collectMyData(deps, { session, address: request.ip })
    const name = `chaps-${data.profile_id ?? 'account'}-${ukDate(deps.now())}.json`
    return reply.header('content-disposition', `attachment; filename="${name}"`).send(data)
  })

  serve(app, 'GET /api/my-data/pdf', async (request, reply) => {
    const session = sessionOf(request)
    const data = await collectMyData(deps, { session, address: request.ip })
    const name = `chaps-${data.profile_id ?? 'account'}-${ukDate(deps.now())}`
    const { charity } = await deps.site.present()
    return sendPdf(reply, await drawMyData(data, { charity, at: deps.now() }), name)
  })

  serve(app, 'GET /api/my-data/result-views', async (request) => {
    const member = await signedInMember(deps, request)
    const before = request.query.before === undefined ? null : new Date(request.query.before)
    const page = await listAccesses(db, { memberId: member.id, before, what: 'result' })
    return {
      views: page.views.map(({ actorUserId, actorRole, at, results }) => ({
        by: actorUserId === member.userId ? ('member' as const) : ('staff' as const),
        role: actorRole,
        at: at.toISOString(),
        results,
      })),
      ...(page.next && { next: page.next.toISOString() }),
    }
  })

  serve(app, 'GET /api/my-data/sign-ins', async (request) => {
    const { userId, sessionId } = sessionOf(request)
    // Hosted services do not list sessions.
    const sessions = await deps.auth.sessionsOf?.(userId)
    return { sign_ins: sessions?.map((session) => signInOf(session, sessionId)) ?? null }
  })

  serve(app, 'GET /api/my-data/erasure-request', async (request) => {
    const member = await signedInMember(deps, request)
    return answerOf(await findStandingErasure(db, member.id))
  })
  serve(app, 'POST /api/my-data/erasure-request', async (request) => {
    const member = await signedInMember(deps, request)
    return answerOf(await askForErasure(deps, member))
  })
  serve(app, 'DELETE /api/my-data/erasure-request', async (request) => {
    await takeErasureBack(deps, await signedInMember(deps, request))
    return answerOf(null)
  })
}

function signInOf({ id, since, lastUsedAt, address, device }: AuthSession, own: string): SignIn {
  return {
    since: since.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    address,
    device,
    is_this: id === own,
  }
}

function answerOf(askedAt: Date | null) {
  return { request: askedAt && { asked_at: askedAt.toISOString() } }
}
