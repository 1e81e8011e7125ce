import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { challengeTotp } from '../flows/challenge-factor.ts'
import { enrolTotp, findChallengeableFactor, removeFactor } from '../flows/factors.ts'
import { challengePhone, enrolPhone } from '../flows/phone-factors.ts'
import {
  createRecoveryCodes,
  getRecoveryCodeStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '../flows/recovery-codes.ts'
import { verifyFactor } from '../flows/verify-factor.ts'
import { authenticate } from '../requests/authenticate.ts'
import { readBody, Text } from '../requests/body.ts'

const FactorBody = z.object({ factor_type: Text, friendly_name: Text, issuer: Text, phone: Text })
const ChallengeBody = z.object({ channel: Text })
const NameBody = z.object({ friendly_name: Text })
const RecoveryCodeBody = z.object({ code: Text })
const CodeBody = z.object({ challenge_id: Text, code: Text })

type FactorRoute = { Params: { factorId: string } }

/** auth-protocol 2.8; `mfa.recoveryCodes` is experimental in the official client. */
export function factorRoutes(app: FastifyInstance, deps: Deps): void {
  const callerOf = async (request: FastifyRequest) => {
    const bearer = await authenticate(deps, request)
    if (bearer.account.isAnonymous)
      throw new AuthError(
        403,
        'no_authorization',
        'Anonymous user not allowed to perform these actions',
      )
    return { bearer, clientInfo: clientInfoOf(request) }
  }

  app.post('/factors', async (request) => {
    const caller = await callerOf(request)
    const {
      factor_type: type,
      friendly_name: friendlyName,
      ...body
    } = readBody(FactorBody, request)
    if (type === 'phone') return await enrolPhone(deps, caller, { friendlyName, phone: body.phone })
    if (type !== 'totp') throw unsupportedFactorType(type)
    return await enrolTotp(deps, caller, { friendlyName, issuer: body.issuer })
  })

  app.post<FactorRoute>('/factors/:factorId/challenge', async (request) => {
    const caller = await callerOf(request)
    const factor = await findChallengeableFactor(deps, caller, factorIdOf(request))
    if (factor.type !== 'phone') return await challengeTotp(deps, caller, factor)
    return await challengePhone(deps, caller, { factor, ...readBody(ChallengeBody, request) })
  })

  app.post<FactorRoute>('/factors/:factorId/verify', async (request) => {
    const caller = await callerOf(request)
    const factorId = factorIdOf(request)
    const { challenge_id: challengeId, code } = readBody(CodeBody, request)
    if (!code) throw validationFailed('Code needs to be non-empty')
    return await verifyFactor(deps, caller, { factorId, challengeId: uuidOrNil(challengeId), code })
  })

  app.delete<FactorRoute>('/factors/:factorId', async (request) =>
    removeFactor(deps, await callerOf(request), factorIdOf(request)),
  )

  const recoveryCodes = '/factors/recovery-codes'
  app.get(recoveryCodes, async (request) => getRecoveryCodeStatus(deps, await callerOf(request)))
  app.post(recoveryCodes, async (request) => {
    const caller = await callerOf(request)
    const { friendly_name: friendlyName } = readBody(NameBody, request)
    return await createRecoveryCodes(deps, caller, { friendlyName })
  })
  app.post(`${recoveryCodes}/regenerate`, async (request) =>
    regenerateRecoveryCodes(deps, await callerOf(request)),
  )
  app.post(`${recoveryCodes}/verify`, async (request) => {
    const caller = await callerOf(request)
    return await verifyRecoveryCode(deps, caller, readBody(RecoveryCodeBody, request))
  })
  app.delete(recoveryCodes, async (request) => removeRecoveryCodes(deps, await callerOf(request)))
}

function factorIdOf({ params }: FastifyRequest<FactorRoute>): string {
  if (!z.guid().safeParse(params.factorId).success)
    throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  return params.factorId
}

// The nil UUID matches no challenge.
function uuidOrNil(id: string): string {
  return z.guid().safeParse(id).success ? id : '00000000-0000-0000-0000-000000000000'
}

function unsupportedFactorType(type: string): AuthError {
  if (type !== 'webauthn')
    return validationFailed('factor_type needs to be totp, phone, or webauthn')
  return new AuthError(
    422,
    'mfa_webauthn_enroll_not_enabled',
    'MFA enroll is disabled for WebAuthn',
  )
}
