import type { App, Deps } from '../../deps.ts'
import { newDeviceCode } from '../../messages/mails/new-device-code.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { rememberProof } from '../../platform/http/known-device.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { sessionOf } from '../../platform/http/session.ts'
import { consumeAlone, consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import { challengeOf, codeOf, endChallenge, isCodeOf, startChallenge } from './device-code.ts'

const DONE = { status: 'success' } as const

/** How the owner of an account shows at a new device to be the owner (platform/http/proven-owner.ts). */
export function newDeviceRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/new-device/code', async (request, reply) => {
    const { userId, email } = sessionOf(request)
    if (!email) throw new Refused('not_found')
    const challenge = startChallenge(reply, deps, userId)
    await deps.database.transaction(async (tx) => {
      await consumeOrThrow(tx, deps, 'device codes mailed to', userId)
      await deps.jobs.enqueue(
        tx,
        'mail',
        newDeviceCode({ to: email, code: codeOf(deps, challenge) }),
      )
      await insertAudit(tx, entryOf(userId), 'device code sent')
    })
    deps.jobs.kick(['mail'])
    return reply.send(DONE)
  })

  serve(app, 'POST /api/new-device', async (request, reply) => {
    const { userId } = sessionOf(request)
    const challenge = challengeOf(request, deps, userId)
    if (!challenge) throw new Refused('wrong_device_code')
    await consumeAlone(deps, [
      ['device codes tried', challenge.nonce],
      ['device codes of an account', userId],
    ])
    if (!isCodeOf(deps, challenge, request.body.code)) {
      await insertAudit(deps.database.db, entryOf(userId), 'device code refused')
      throw new Refused('wrong_device_code')
    }
    await insertAudit(deps.database.db, entryOf(userId), 'device proven')
    rememberProof(reply, deps, userId)
    endChallenge(reply, deps)
    return reply.send(DONE)
  })

  function entryOf(userId: string) {
    return { by: userId, subject: 'new device', at: deps.now() }
  }
}
