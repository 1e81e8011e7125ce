// The REST doors: PayPal's paths, headers and answers; what they do is in the verbs beside.
import { createVerify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Account, Caller } from './account.ts'
import { confirmOrder } from './approvals.ts'
import { captureOrder, findCapture } from './captures.ts'
import { jsonOf, type Reply, type Request } from './exchange.ts'
import type { Faults, Operation } from './faults.ts'
import { type Keys, signedText } from './keys.ts'
import type { Order, Refund } from './ledger.ts'
import { createOrder, findOrder, patchOrder } from './orders.ts'
import { findRefund, refundCapture } from './refunds.ts'
import { malformed, notFound, Refusal, unprocessable } from './refusal.ts'
import { captureBody, orderBody, refundBody, shortBody } from './shapes.ts'

export type Desk = {
  account: Account
  keys: Keys
  faults: Faults
  clientId: string
  secret: string
  webhookId: string
  /** What the next refund comes to. */
  refundOutcome: () => Refund['status']
  /** Settles when the receiver of webhooks may be told of the answer. */
  heard: () => Promise<void>
}

type Door = { operation: Operation; answer: (id: string) => Reply }
const TOKEN_SECONDS = 32_400

/** The answer of PayPal's REST to a request; null when the path is none of its own. */
export async function answerRest(desk: Desk, request: Request): Promise<Reply | null> {
  const [door, id] = doorOf(desk, request)
  if (!door) return null
  const fault = desk.faults.next(door.operation)
  if (fault?.effect === 'drop-before') return 'drop'
  if (fault?.effect === '500') throw new Refusal(500, 'INTERNAL_SERVER_ERROR')
  if (fault?.effect === '429')
    throw new Refusal(429, 'RATE_LIMIT_REACHED', [{ issue: 'RATE_LIMIT_REACHED' }])
  if (fault?.effect === 'delay') await sleep(fault.ms)
  const reply = door.answer(id)
  await desk.heard()
  return fault?.effect === 'drop-after' ? 'drop' : reply
}

function doorOf(desk: Desk, request: Request): [Door | null, string] {
  const { method, path } = request
  const [, id = '', part = ''] =
    /^\/v2\/(?:checkout|payments)\/\w+\/(\w+)(?:\/([\w-]+))?$/.exec(path) ?? []
  const shape = id === '' ? path : path.replace(`/${id}`, '/:id')
  return [doorsOf(desk, request)[`${method} ${shape}`] ?? null, part === id ? '' : id]
}

function doorsOf(desk: Desk, request: Request): Record<string, Door> {
  const { account } = desk
  return {
    'POST /v1/oauth2/token': { operation: 'token', answer: () => tokenReply(desk, request) },
    'POST /v1/notifications/verify-webhook-signature': {
      operation: 'verify-webhook',
      answer: () => {
        callerOf(desk, request)
        return { status: 200, body: { verification_status: verificationOf(desk, request) } }
      },
    },
    'POST /v2/checkout/orders': {
      operation: 'create',
      answer: () => {
        const caller = callerOf(desk, request)
        const { order, isNew } = createOrder(account, caller, jsonOf(request))
        return orderReply(desk, request, order, isNew ? 201 : 200)
      },
    },
    'GET /v2/checkout/orders/:id': {
      operation: 'get-order',
      answer: (id) => {
        callerOf(desk, request)
        const order = findOrder(account, id)
        return { status: 200, body: orderBody(account, order, challengeUrl(desk, order)) }
      },
    },
    'PATCH /v2/checkout/orders/:id': {
      operation: 'patch-order',
      answer: (id) => {
        callerOf(desk, request)
        patchOrder(account, id, jsonOf(request))
        return { status: 204 }
      },
    },
    'POST /v2/checkout/orders/:id/confirm-payment-source': {
      operation: 'confirm',
      answer: (id) => {
        if (payerOf(desk, request) !== findOrder(account, id).clientId) throw notFound()
        const order = confirmOrder(account, id, jsonOf(request))
        return { status: 200, body: orderBody(account, order, challengeUrl(desk, order)) }
      },
    },
    'POST /v2/checkout/orders/:id/capture': {
      operation: 'capture',
      answer: (id) => {
        const { order, isNew, drops } = captureOrder(account, callerOf(desk, request), id)
        return drops ? 'drop' : orderReply(desk, request, order, isNew ? 201 : 200)
      },
    },
    'GET /v2/payments/captures/:id': {
      operation: 'get-capture',
      answer: (id) => {
        callerOf(desk, request)
        return { status: 200, body: captureBody(account, findCapture(account, id)) }
      },
    },
    'POST /v2/payments/captures/:id/refund': {
      operation: 'refund',
      answer: (captureId) => {
        const { refund, isNew } = refundCapture(account, callerOf(desk, request), {
          captureId,
          body: jsonOf(request),
          outcome: desk.refundOutcome,
        })
        const body = refundBody(account, refund)
        return { status: isNew ? 201 : 200, body: isWhole(request) ? body : shortBody(body) }
      },
    },
    'GET /v2/payments/refunds/:id': {
      operation: 'get-refund',
      answer: (id) => {
        callerOf(desk, request)
        return { status: 200, body: refundBody(account, findRefund(account, id)) }
      },
    },
  }
}

function orderReply(desk: Desk, request: Request, order: Order, status: number): Reply {
  const body = orderBody(desk.account, order, challengeUrl(desk, order))
  return { status, body: isWhole(request) ? body : shortBody(body) }
}

/** Where the payer proves to be the holder of the card; undefined when he need not. */
export function challengeUrl({ account, keys }: Desk, order: Order): string | undefined {
  if (order.status !== 'PAYER_ACTION_REQUIRED') return undefined
  const expires = new Date(account.now().getTime() + TOKEN_SECONDS * 1000)
  return `${account.url}/3ds/${order.id}?token=${keys.seal('challenge', order.id, expires)}`
}

/** A card field's own token, which confirms orders of one client and does nothing else. */
export function cardFieldToken({ account, keys, clientId }: Desk): string {
  const expires = new Date(account.now().getTime() + TOKEN_SECONDS * 1000)
  return keys.seal('card-field', clientId, expires)
}

function isWhole(request: Request): boolean {
  return request.header('prefer')?.includes('return=representation') ?? false
}

function tokenReply({ account, keys, clientId, secret }: Desk, request: Request): Reply {
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

/** Who calls, by his access token; `PayPal-Mock-Response` then refuses as it asks to be refused. */
function callerOf({ account, keys }: Desk, request: Request): Caller {
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.header('authorization') ?? '') ?? []
  const clientId = keys.open('access', token, account.now())
  if (clientId === null) throw new Refusal(401, 'AUTHENTICATION_FAILURE')
  const mock = request.header('paypal-mock-response')
  if (mock !== null) refuseAsMocked(jsonOf({ ...request, text: mock }))
  return { clientId, requestId: request.header('paypal-request-id') }
}

function payerOf(desk: Desk, request: Request): string {
  const [, token] = /^CardField (.+)$/.exec(request.header('authorization') ?? '') ?? []
  if (token === undefined) return callerOf(desk, request).clientId
  const clientId = desk.keys.open('card-field', token, desk.account.now())
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

const TransmissionSchema = z.object({
  auth_algo: z.literal('SHA256withRSA'),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.looseObject({}),
})

function verificationOf({ keys, webhookId }: Desk, request: Request): 'SUCCESS' | 'FAILURE' {
  const read = TransmissionSchema.safeParse(jsonOf(request))
  if (!read.success) throw malformed(read.error)
  const { transmission_id, transmission_time, transmission_sig, webhook_event } = read.data
  if (read.data.webhook_id !== webhookId) return 'FAILURE'
  const body = JSON.stringify(webhook_event)
  const text = signedText({ id: transmission_id, time: transmission_time, webhookId, body })
  const isRight = createVerify('sha256')
    .update(text)
    .verify(keys.publicKey, transmission_sig, 'base64')
  return isRight ? 'SUCCESS' : 'FAILURE'
}
