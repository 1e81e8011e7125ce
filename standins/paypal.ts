// PayPal for development, demo and tests: REST, webhooks, and card fields on their own origin. No
// real money.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Account } from './paypal/account.ts'
import { type Reply, readRequest } from './paypal/exchange.ts'
import { openFaults } from './paypal/faults.ts'
import { openKeys } from './paypal/keys.ts'
import { openLedger } from './paypal/ledger.ts'
import { answerPages } from './paypal/pages.ts'
import { newDebugId, Refusal } from './paypal/refusal.ts'
import { answerRest } from './paypal/rest.ts'
import { openTestEndpoints } from './paypal/test-endpoints.ts'
import { openWebhooks } from './paypal/webhooks.ts'

export type PayPalStandIn = { url: string; stop(): Promise<void> }

export const PAYPAL_STANDIN = {
  clientId: 'local',
  secret: 'local-secret',
  webhookId: 'LOCAL-WEBHOOK',
} as const

/**
 * Starts the stand-in on `port` (0 chooses a free port). Orders, captures, refunds, request ids
 * and webhooks are stored in `folder` and survive a kill; of a card only name, brand, last digits
 * and expiry. Only `appOrigin` may embed the card fields. Webhooks go to `webhookUrl`, signed,
 * until one gets a 2xx response. `onLog` is called for failed webhooks.
 */
export async function startPayPal(options: {
  port: number
  host?: string
  folder: string
  clientId: string
  secret: string
  appOrigin: string
  webhookId: string
  webhookUrl: string
  onLog?: (line: string) => void
  now?: () => Date
}): Promise<PayPalStandIn> {
  const { folder, clientId, secret, appOrigin, webhookId, host = '127.0.0.1' } = options
  const { onLog = () => {}, now = () => new Date() } = options
  const ledger = openLedger(folder)
  const keys = openKeys(folder)
  const faults = openFaults()
  const server = createServer((message, response) => {
    answer(message).then(
      (reply) => send(response, reply),
      (error: unknown) => {
        if (!(error instanceof Refusal)) onLog(`PayPal stand-in: ${error}`)
        const { status, body } =
          error instanceof Refusal ? error : new Refusal(500, 'INTERNAL_SERVER_ERROR')
        send(response, { status, body, headers: { 'paypal-debug-id': body.debug_id } })
      },
    )
  })
  server.listen(options.port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  const account: Account = { ledger, now, url }
  const target = options.webhookUrl
  const webhooks = openWebhooks({ ledger, keys, url, target, webhookId, onLog })
  const testEndpoints = openTestEndpoints({ account, faults, webhooks })
  const { refundOutcome } = testEndpoints
  const { earlyDelivered } = webhooks
  const deps = {
    account,
    keys,
    faults,
    clientId,
    secret,
    webhookId,
    appOrigin,
    refundOutcome,
    earlyDelivered,
  }

  return {
    url,
    async stop() {
      server.closeAllConnections()
      await Promise.all([new Promise((done) => server.close(done)), webhooks.stop()])
      ledger.close()
    },
  }

  async function answer(message: IncomingMessage): Promise<Reply> {
    // DNS rebinding: only requests for this host's own names are accepted.
    const isOurs = /^(localhost|127\.0\.0\.1)(:|$)/.test(message.headers.host ?? '')
    if (!isOurs) return { status: 421 }
    const request = await readRequest(message)
    return (
      (await answerRest(deps, request)) ??
      (await answerPages(deps, request)) ??
      (await testEndpoints.answer(request)) ?? { status: 404 }
    )
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'drop') return void response.socket?.destroy()
  const { status, body, type = 'application/json', headers = {} } = reply
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'paypal-debug-id': newDebugId(),
    ...headers,
  })
  response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
}
