import { z } from 'zod'
import type { Account, Caller } from './account.ts'
import { jsonOf, type Reply, type Request } from './exchange.ts'
import type { Keys } from './keys.ts'
import type { Order } from './ledger.ts'
import { malformed, Refusal, unprocessable } from './refusal.ts'

export type Gate = { account: Account; keys: Keys; clientId: string; secret: string }

const TOKEN_SECONDS = 32_400

/** POST /v1/oauth2/token */
export function tokenReply({ account, keys, clientId, secret }: Gate, request: Request): Reply {
  const given = request.header('authorization')?.replace(/^Basic /i, '') ?? ''
  if (Buffer.from(given, 'base64').toString() !== `${clientId}:${secret}`) {
    const error = { error: 'invalid_client', error_description: 'Client Authentication failed' }
    return { status: 401, body: error }
  }
  if (new URLSearchParams(request.text).get('grant_type') !== 'client_credentials') {
    const error = { error: 'unsupported_grant_type', error_description: 'Unsupported grant_type' }
    return { status: 400, body: error }
  }
  const now = account.now()
  const expires = new Date(now.getTime() + TOKEN_SECONDS * 1000)
  return {
    status: 200,
    body: {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: keys.seal('access', clientId, expires),
      token_type: 'Bearer',
      app_id: 'APP-LOCAL',
      expires_in: TOKEN_SECONDS,
      nonce: `${now.toISOString()}local`,
    },
  }
}

const MockSchema = z.object({ mock_application_codes: z.string() })

/** `PayPal-Mock-Response` makes it throw the requested refusal. */
export function callerOf({ account, keys }: Gate, request: Request): Caller {
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.header('authorization') ?? '') ?? []
  const clientId = keys.open('access', token, account.now())
  if (clientId === null) throw new Refusal(401, 'AUTHENTICATION_FAILURE')
  const mock = request.header('paypal-mock-response')
  if (mock !== null) refuseAsMocked(jsonOf({ ...request, text: mock }))
  return { clientId, requestId: request.header('paypal-request-id') }
}

/** The client whose orders the bearer may confirm, by the merchant's or a card field's token. */
export function payerOf(deps: Gate, request: Request): string {
  const [, token] = /^CardField (.+)$/.exec(request.header('authorization') ?? '') ?? []
  if (token === undefined) return callerOf(deps, request).clientId
  const clientId = deps.keys.open('card-field', token, deps.account.now())
  if (clientId === null) throw new Refusal(401, 'AUTHENTICATION_FAILURE')
  return clientId
}

function refuseAsMocked(wanted: unknown): never {
  const read = MockSchema.safeParse(wanted)
  if (!read.success) throw malformed(read.error)
  const { mock_application_codes: code } = read.data
  if (code === 'INTERNAL_SERVER_ERROR') throw new Refusal(500, code)
  if (code === 'RATE_LIMIT_REACHED') throw new Refusal(429, code, [{ issue: code }])
  throw unprocessable(code)
}

/** Where the payer confirms: the bank's page or PayPal's own. Undefined when neither is required. */
export function challengeUrl({ account, keys }: Gate, order: Order): string | undefined {
  if (order.status !== 'PAYER_ACTION_REQUIRED') return undefined
  if (!order.card) return `${account.url}/checkoutnow?token=${order.id}`
  const expires = new Date(account.now().getTime() + TOKEN_SECONDS * 1000)
  return `${account.url}/3ds/${order.id}?token=${keys.seal('challenge', order.id, expires)}`
}

/** A token that can only approve this order, on PayPal's own page. */
export function checkoutToken({ account, keys }: Gate, orderId: string): string {
  const expires = new Date(account.now().getTime() + TOKEN_SECONDS * 1000)
  return keys.seal('checkout', orderId, expires)
}

/** A token that can only confirm orders of one client. */
export function cardFieldToken({ account, keys, clientId }: Gate): string {
  const expires = new Date(account.now().getTime() + TOKEN_SECONDS * 1000)
  return keys.seal('card-field', clientId, expires)
}
