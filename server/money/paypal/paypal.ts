// The only client of PayPal's REST API: Orders v2, Payments v2, Webhooks v1.
import { z } from 'zod/mini'
import type { PaymentSource } from '../../../domain/payment-source.ts'
import { decimalPounds } from '../../../domain/payments.ts'
import { type OrderReport, toReport } from './order-report.ts'
import { ErrorBody, ProviderRefused, ProviderUnavailable } from './provider-errors.ts'
import {
  type ProviderOrder,
  ProviderOrderSchema,
  type ProviderRefund,
  ProviderRefundSchema,
} from './provider-schemas.ts'
import { openSigningCertificates } from './signing-certificates.ts'
import { checkSignature, readTransmission } from './webhook-signature.ts'

export type PayPal = {
  /** Whether the bank confirms every payment, not only where the law requires it. */
  isAlways: boolean
  /**
   * Idempotent by `requestId` for six hours. `returnUrl`: the way back from the page of the bank or of
   * PayPal. `source`: what the payer pays from.
   */
  createOrder(order: {
    requestId: string
    paymentId: string
    invoiceId: string
    pence: number
    description: string
    returnUrl: string
    source: PaymentSource
  }): Promise<ProviderOrder>
  /** The current order, or null when the provider has none with this id. */
  findOrder(orderId: string): Promise<OrderReport | null>
  capture(orderId: string, requestId: string): Promise<OrderReport>
  /** Refunds; idempotent by `requestId` for 45 days. */
  refund(refund: { captureId: string; requestId: string; pence: number }): Promise<ProviderRefund>
  findRefund(refundId: string): Promise<ProviderRefund | null>
  /**
   * Whether the provider signed this webhook for us; `rawBody` as received, byte for byte. Asks
   * nobody about one whose headers are not the provider's. Throws ProviderUnavailable.
   */
  isAuthentic(headers: Record<string, unknown>, rawBody: string): Promise<boolean>
}

const TokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })
const VerdictSchema = z.object({ verification_status: z.string() })

const TIMEOUT_MS = 10_000
const TOKEN_MARGIN_MS = 60_000
const WHOLE = { prefer: 'return=representation' }

export function openPayPal(account: {
  apiUrl: string
  clientId: string
  secret: string
  webhookId: string
  isAlways: boolean
}): PayPal {
  const { apiUrl, isAlways } = account
  const certificates = openSigningCertificates()
  let token: Promise<{ value: string; until: number }> | null = null

  return {
    isAlways,
    async createOrder({ requestId, paymentId, invoiceId, pence, description, ...payer }) {
      const order = {
        intent: 'CAPTURE',
        purchase_units: [
          {
            custom_id: paymentId,
            invoice_id: invoiceId,
            description: description.slice(0, 127),
            amount: { currency_code: 'GBP', value: decimalPounds(pence) },
          },
        ],
        payment_source: sourceToRequest(payer),
      }
      const headers = { ...WHOLE, 'paypal-request-id': requestId }
      return read(ProviderOrderSchema, await post('/v2/checkout/orders', order, headers))
    },
    async findOrder(id) {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}`
      const order = await find(path, ProviderOrderSchema)
      return order && toReport(order)
    },
    async capture(id, requestId) {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`
      const headers = { ...WHOLE, 'paypal-request-id': requestId }
      return toReport(read(ProviderOrderSchema, await post(path, {}, headers)))
    },
    async refund({ captureId, requestId, pence }) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
      const amount = { value: decimalPounds(pence), currency_code: 'GBP' }
      const headers = { ...WHOLE, 'paypal-request-id': requestId }
      return read(ProviderRefundSchema, await post(path, { amount }, headers))
    },
    findRefund: (id) =>
      find(`/v2/payments/refunds/${encodeURIComponent(id)}`, ProviderRefundSchema),
    async isAuthentic(headers, rawBody) {
      const transmission = readTransmission(headers, account)
      if (!transmission) return false
      const { webhookId } = account
      const verdict = await checkSignature(transmission, { webhookId, rawBody, certificates })
      return (
        verdict === 'right' || (verdict === 'unproven' && askWhetherAuthentic(headers, rawBody))
      )
    },
  }

  function sourceToRequest({ source, returnUrl }: { source: PaymentSource; returnUrl: string }) {
    const context = {
      return_url: returnUrl,
      cancel_url: returnUrl,
      shipping_preference: 'NO_SHIPPING',
    }
    if (source === 'paypal') {
      // An eCheck would take days. The name of the charity's own account is shown.
      const payment_method_preference = 'IMMEDIATE_PAYMENT_REQUIRED'
      const experience_context = { ...context, payment_method_preference, user_action: 'PAY_NOW' }
      return { paypal: { experience_context } }
    }
    const method = isAlways ? 'SCA_ALWAYS' : 'SCA_WHEN_REQUIRED'
    return { card: { attributes: { verification: { method } }, experience_context: context } }
  }

  /** For a certificate that came from PayPal without the rest of its chain. */
  async function askWhetherAuthentic(
    headers: Record<string, unknown>,
    rawBody: string,
  ): Promise<boolean> {
    const of = (name: string) => JSON.stringify(String(headers[`paypal-${name}`] ?? ''))
    // The signature covers the raw bytes, so the body is inserted unparsed.
    const body = `{"auth_algo":${of('auth-algo')},"cert_url":${of('cert-url')},"transmission_id":${of(
      'transmission-id',
    )},"transmission_sig":${of('transmission-sig')},"transmission_time":${of(
      'transmission-time',
    )},"webhook_id":${JSON.stringify(account.webhookId)},"webhook_event":${rawBody}}`
    const path = '/v1/notifications/verify-webhook-signature'
    const answer = await call('POST', path, { body }).catch((error: unknown) => {
      if (error instanceof ProviderRefused) return { verification_status: 'FAILURE' }
      throw error
    })
    return read(VerdictSchema, answer).verification_status === 'SUCCESS'
  }

  function post(path: string, body: object, headers: Record<string, string>): Promise<unknown> {
    return call('POST', path, { body: JSON.stringify(body), headers })
  }

  async function find<T>(path: string, shape: z.ZodMiniType<T>): Promise<T | null> {
    try {
      return read(shape, await call('GET', path))
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 404) return null
      throw error
    }
  }

  async function call(
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<unknown> {
    const bearer = await currentToken()
    const all = {
      ...headers,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    }
    const answer = await send(path, { method, headers: all, ...(body !== undefined && { body }) })
    if (answer.status === 401) {
      token = null
      throw new ProviderUnavailable('it did not take our token')
    }
    return readAnswer(answer, path)
  }

  async function currentToken(): Promise<string> {
    const known = await token?.catch(() => null)
    if (known && known.until > Date.now()) return known.value
    token = newToken()
    return (await token).value
  }

  async function newToken(): Promise<{ value: string; until: number }> {
    const secret = Buffer.from(`${account.clientId}:${account.secret}`).toString('base64')
    const path = '/v1/oauth2/token'
    const answer = await send(path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${secret}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    if (!answer.ok) throw new ProviderUnavailable(`it gave no token (${answer.status})`)
    const { access_token, expires_in } = read(TokenSchema, await readAnswer(answer, path))
    return { value: access_token, until: Date.now() + expires_in * 1_000 - TOKEN_MARGIN_MS }
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const limits: RequestInit = { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }
    try {
      return await fetch(apiUrl + path, { ...init, ...limits })
    } catch (cause) {
      throw new ProviderUnavailable('no answer', { cause })
    }
  }
}

async function readAnswer(answer: Response, path: string): Promise<unknown> {
  const body: unknown = await answer.json().catch((cause: unknown) => {
    throw new ProviderUnavailable(`an answer that cannot be read (${answer.status})`, { cause })
  })
  if (answer.ok) return body
  // 409: the provider is still processing the same request.
  if (answer.status >= 500 || answer.status === 429 || answer.status === 409)
    throw new ProviderUnavailable(`${answer.status} to ${path}`)
  const refusal = ErrorBody.safeParse(body)
  throw new ProviderRefused(answer.status, refusal.success ? refusal.data : {})
}

/** Throws ProviderUnavailable: an unreadable response says nothing about the outcome. */
function read<T>(shape: z.ZodMiniType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer)
  if (!parsed.success)
    throw new ProviderUnavailable('an answer of another shape', { cause: parsed.error })
  return parsed.data
}
