import { createVerify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { callerOf, challengeUrl, payerOf, tokenReply } from './access.ts'
import type { Account } from './account.ts'
import { confirmOrder } from './approvals.ts'
import { captureOrder, findCapture } from './captures.ts'
import { jsonOf, type Reply, type Request } from './exchange.ts'
import type { Faults, Operation } from './faults.ts'
import { type Keys, signedText } from './keys.ts'
import type { Order, Refund } from './ledger.ts'
import { createOrder, findOrder, patchOrder } from './orders.ts'
import { findRefund, refundCapture } from './refunds.ts'
import { malformed, notFound, Refusal } from './refusal.ts'
import { captureBody, orderBody, refundBody, shortBody } from './shapes.ts'

export type Deps = {
  account: Account
  keys: Keys
  faults: Faults
  clientId: string
  secret: string
  webhookId: string
  refundOutcome: (captureId: string) => Refund['status']
  /** In mode `early`, waits for this call's webhooks before its response is sent. */
  earlyDelivered: () => Promise<void>
}

type Route = { operation: Operation; answer: (id: string) => Reply }

/** PayPal's response to a request; null for unknown paths. */
export async function answerRest(deps: Deps, request: Request): Promise<Reply | null> {
  const [route, id] = routeOf(deps, request)
  if (!route) return null
  const fault = deps.faults.next(route.operation)
  if (fault?.effect === 'drop-before') return 'drop'
  if (fault?.effect === '500') throw new Refusal(500, 'INTERNAL_SERVER_ERROR')
  if (fault?.effect === '429')
    throw new Refusal(429, 'RATE_LIMIT_REACHED', [{ issue: 'RATE_LIMIT_REACHED' }])
  if (fault?.effect === 'delay') await sleep(fault.ms)
  const reply = route.answer(id)
  await deps.earlyDelivered()
  return fault?.effect === 'drop-after' ? 'drop' : reply
}

function routeOf(deps: Deps, request: Request): [Route | null, string] {
  const { method, path } = request
  const [, id = '', part = ''] =
    /^\/v2\/(?:checkout|payments)\/\w+\/(\w+)(?:\/([\w-]+))?$/.exec(path) ?? []
  const shape = id === '' ? path : path.replace(`/${id}`, '/:id')
  return [routesOf(deps, request)[`${method} ${shape}`] ?? null, part === id ? '' : id]
}

function routesOf(deps: Deps, request: Request): Record<string, Route> {
  const { account, keys } = deps
  return {
    'POST /v1/oauth2/token': { operation: 'token', answer: () => tokenReply(deps, request) },
    'POST /v1/notifications/verify-webhook-signature': {
      operation: 'verify-webhook',
      answer: () => {
        callerOf(deps, request)
        return { status: 200, body: { verification_status: verificationOf(deps, request) } }
      },
    },
    'GET /certs/1.pem': {
      operation: 'certificate',
      answer: () => ({ status: 200, type: 'application/x-pem-file', body: keys.certificate }),
    },
    'POST /v2/checkout/orders': {
      operation: 'create',
      answer: () => {
        const caller = callerOf(deps, request)
        const { order, isNew } = createOrder(account, caller, jsonOf(request))
        return orderReply(deps, request, order, isNew ? 201 : 200)
      },
    },
    'GET /v2/checkout/orders/:id': {
      operation: 'get-order',
      answer: (id) => {
        callerOf(deps, request)
        const order = findOrder(account, id)
        return { status: 200, body: orderBody(account, order, challengeUrl(deps, order)) }
      },
    },
    'PATCH /v2/checkout/orders/:id': {
      operation: 'patch-order',
      answer: (id) => {
        callerOf(deps, request)
        patchOrder(account, id, jsonOf(request))
        return { status: 204 }
      },
    },
    'POST /v2/checkout/orders/:id/confirm-payment-source': {
      operation: 'confirm',
      answer: (id) => {
        if (payerOf(deps, request) !== findOrder(account, id).clientId) throw notFound()
        const order = confirmOrder(account, id, jsonOf(request))
        return { status: 200, body: orderBody(account, order, challengeUrl(deps, order)) }
      },
    },
    'POST /v2/checkout/orders/:id/capture': {
      operation: 'capture',
      answer: (id) => {
        const { order, isNew, drops } = captureOrder(account, callerOf(deps, request), id)
        return drops ? 'drop' : orderReply(deps, request, order, isNew ? 201 : 200)
      },
    },
    'GET /v2/payments/captures/:id': {
      operation: 'get-capture',
      answer: (id) => {
        callerOf(deps, request)
        return { status: 200, body: captureBody(account, findCapture(account, id)) }
      },
    },
    'POST /v2/payments/captures/:id/refund': {
      operation: 'refund',
      answer: (captureId) => {
        const { refund, isNew } = refundCapture(account, callerOf(deps, request), {
          captureId,
          body: jsonOf(request),
          outcome: deps.refundOutcome,
        })
        const body = refundBody(account, refund)
        return { status: isNew ? 201 : 200, body: isWhole(request) ? body : shortBody(body) }
      },
    },
    'GET /v2/payments/refunds/:id': {
      operation: 'get-refund',
      answer: (id) => {
        callerOf(deps, request)
        return { status: 200, body: refundBody(account, findRefund(account, id)) }
      },
    },
  }
}

function orderReply(deps: Deps, request: Request, order: Order, status: number): Reply {
  const body = orderBody(deps.account, order, challengeUrl(deps, order))
  return { status, body: isWhole(request) ? body : shortBody(body) }
}

function isWhole(request: Request): boolean {
  return request.header('prefer')?.includes('return=representation') ?? false
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

function verificationOf({ keys, webhookId }: Deps, request: Request): 'SUCCESS' | 'FAILURE' {
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
