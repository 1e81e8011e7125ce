// A shop for the stand-in's tests: REST calls and a webhook receiver.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { PAYPAL_STANDIN, startPayPal } from '../paypal.ts'

export type Received = { headers: Record<string, string>; body: string; event: WebhookEvent }
export type WebhookEvent = { id: string; event_type: string; resource: Body }
export type Answer = { status: number; body: Body; debugId: string | null }

export type Body = {
  id: string
  status: string
  name: string
  message: string
  details: [{ issue: string }]
  amount: { value: string }
  links: { rel: string; href: string }[]
  purchase_units: [{ amount: object; payments: { captures: [Body] } }]
  payment_source: { card: { authentication_result?: object } }
  seller_payable_breakdown: { total_refunded_amount: { value: string } }
  verification_status: string
  held: object[]
}
export type KeptLedger = {
  orders: object[]
  captures: { id: string; orderId: string }[]
  refunds: object[]
}

export type Fields = {
  amount?: object
  items?: object[]
  description?: string
  custom_id?: string
  invoice_id?: string
  method?: string
  name?: string
  number?: string
  challenge?: 'pass' | 'fail'
}

export const CARDS = {
  good: '4012888888881881',
  frictionless: '4462603042343024',
  notLookedUp: '4462603049870995',
  stepUp: '4462603040971339',
  stepUpFailed: '4462603043025620',
}

/** A webhook receiver that records requests; `status` is its next response. */
export async function openWebhookListener() {
  const received: Received[] = []
  const listener = { url: '', received, status: 200, stop: async () => {} }
  const server = createServer((request, response) => {
    buffer(request).then((bytes) => {
      const body = bytes.toString()
      const headers = request.headers as Record<string, string>
      received.push({ headers, body, event: JSON.parse(body) })
      response.writeHead(listener.status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  listener.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`
  listener.stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return listener
}

export async function openShop(options: {
  folder: string
  webhookUrl: string
  onLog?: (line: string) => void
  now?: () => Date
}) {
  const paypal = await startPayPal({
    port: 0,
    ...PAYPAL_STANDIN,
    appOrigin: 'http://localhost:3000',
    ...options,
  })
  const { clientId, secret } = PAYPAL_STANDIN
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
  const token = await tokenOf(await askToken())

  return {
    paypal,
    token,
    askToken,
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call('POST', path, body, headers),
    async create(fields: Fields = {}, headers: Record<string, string> = {}): Promise<Answer> {
      const { method = null, ...unit } = fields
      const card = { card: { attributes: { verification: { method } } } }
      const amount = { currency_code: 'GBP', value: '25.00' }
      const body = {
        intent: 'CAPTURE',
        purchase_units: [{ amount, ...unit }],
        ...(method ? { payment_source: card } : {}),
      }
      return call('POST', '/v2/checkout/orders', body, headers)
    },
    async approved(fields: Fields = {}): Promise<string> {
      const { name = 'A Man', number = CARDS.good, challenge, ...order } = fields
      const { body } = await this.create(order)
      const card = { number, name, expiry: '12/40', cvv: '123' }
      await this.post('/__test/approve', { orderId: body.id, card, challenge })
      return body.id
    },
    capture: (id: string, headers: Record<string, string> = {}) =>
      call('POST', `/v2/checkout/orders/${id}/capture`, undefined, {
        prefer: 'return=representation',
        ...headers,
      }),
    async captured(fields: Fields = {}): Promise<Body> {
      const { body } = await this.capture(await this.approved(fields))
      return body.purchase_units[0].payments.captures[0]
    },
    ledger: async (): Promise<KeptLedger> => {
      const response = await fetch(`${paypal.url}/__test/ledger`)
      return (await response.json()) as KeptLedger
    },
  }

  async function askToken(authorization = `Basic ${basic}`): Promise<Response> {
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    return fetch(`${paypal.url}/v1/oauth2/token`, {
      method: 'POST',
      body,
      headers: { authorization },
    })
  }

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(paypal.url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      debugId: response.headers.get('paypal-debug-id'),
    }
  }
}

async function tokenOf(response: Response): Promise<string> {
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
