import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARDS, openShop, openWebhookListener } from './test-shop.ts'

let folder: string
let listener: Awaited<ReturnType<typeof openWebhookListener>>
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypal-'))
  listener = await openWebhookListener()
  shop = await openShop({ folder, webhookUrl: listener.url })
})
afterAll(async () => {
  await shop.paypal.stop()
  await listener.stop()
  await rm(folder, { recursive: true })
})

const APP = 'http://localhost:3000'
const SDK = 'client-id=local&currency=GBP&intent=capture&locale=en_GB&components=card-fields'
const field = (of: Record<string, string> = {}) =>
  page('/smart/card-field', {
    type: 'number',
    session: 'abcdefgh',
    'client-id': 'local',
    parent: APP,
    ...of,
  })

test('the SDK is served to the client with card fields, and refused to others', async () => {
  const sdk = await fetch(`${shop.paypal.url}/sdk/js?${SDK}`)
  expect(sdk.headers.get('content-type')).toBe('text/javascript')
  const script = await sdk.text()
  expect(script).toContain('CardFields')
  // A classic script: an import or export would be a syntax error.
  expect(() => new Script(script)).not.toThrow()
  for (const wrong of [
    'client-id=other',
    'components=buttons',
    'currency=USD',
    'intent=authorize',
  ]) {
    const name = wrong.split('=')[0] ?? ''
    const query = SDK.replace(new RegExp(`${name}=[^&]+`), wrong)
    const refused = await fetch(`${shop.paypal.url}/sdk/js?${query}`)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/plain'])
  }
})

test('a field is labelled, says TEST PAYMENTS, and may be framed by the site alone', async () => {
  const number = await field()
  const html = await number.text()
  expect(html).toContain('<label for="field">Card number</label>')
  expect(html).toContain('autocomplete="cc-number" inputmode="numeric"')
  expect(html).toContain('TEST PAYMENTS')
  const policy = number.headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors ${APP}`)
  expect(policy).toContain("script-src 'self'")
  expect((await field({ parent: 'https://elsewhere.example' })).status).toBe(403)
  expect((await field({ session: '"><script>' })).status).toBe(400)
  expect((await field({ type: 'constructor' })).status).toBe(400)
  expect(tokenIn(await (await field({ type: 'cvv' })).text())).toBe('')
})

test('a card field’s token confirms orders and nothing else', async () => {
  const authorization = `CardField ${tokenIn(await (await field()).text())}`
  const { body: order } = await shop.create()
  const path = `/v2/checkout/orders/${order.id}`
  const card = { number: CARDS.good, name: 'A Man', expiry: '2040-12', security_code: '123' }
  const sent = { payment_source: { card } }
  const confirm = (header: string) =>
    shop.post(`${path}/confirm-payment-source`, sent, { authorization: header })
  expect((await confirm('CardField guess')).status).toBe(401)
  expect((await shop.call('GET', path, undefined, { authorization })).status).toBe(401)
  const confirmed = await confirm(authorization)
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'APPROVED'])
  expect(JSON.stringify(confirmed.body)).not.toContain(CARDS.good)
  const capture = await shop.post(`${path}/capture`, undefined, { authorization })
  expect(capture.status).toBe(401)
})

test('a challenge can be answered only with its own token, for its order', async () => {
  const challengeOf = async (): Promise<URL> => {
    const id = await shop.approved({ method: 'SCA_WHEN_REQUIRED', number: CARDS.stepUp })
    const { body } = await shop.get(`/v2/checkout/orders/${id}`)
    return new URL(body.links.find(({ rel }) => rel === 'payer-action')?.href ?? '')
  }
  const mine = await challengeOf()
  const other = await challengeOf()
  const html = await (await fetch(mine)).text()
  for (const words of ['TEST PAYMENTS', '>Pass<', '>Fail<', '>Cancel<', '1339'])
    expect(html).toContain(words)
  const answer = (token: string) =>
    shop.post(mine.pathname, { answer: 'pass' }, { authorization: `Challenge ${token}` })
  expect((await answer(other.searchParams.get('token') ?? '')).status).toBe(401)
  const token = mine.searchParams.get('token') ?? ''
  expect((await answer(token)).body).toEqual({ liabilityShift: 'POSSIBLE' })
  const id = mine.pathname.split('/')[2]
  expect((await shop.get(`/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED')
  expect((await answer(token)).status).toBe(422)
})

function page(path: string, query: Record<string, string>): Promise<Response> {
  return fetch(`${shop.paypal.url}${path}?${new URLSearchParams(query)}`)
}

function tokenIn(html: string): string {
  return /data-token="([^"]*)"/.exec(html)?.[1] ?? ''
}

test('PayPal’s own page approves the order once, with the token of that page alone', async () => {
  const source = { payment_source: { paypal: {} } }
  const amount = { currency_code: 'GBP', value: '25.00' }
  const order = { intent: 'CAPTURE', purchase_units: [{ amount }], ...source }
  const { body } = await shop.post('/v2/checkout/orders', order, {
    prefer: 'return=representation',
  })
  expect(body).toMatchObject({ status: 'PAYER_ACTION_REQUIRED', payment_source: { paypal: {} } })
  const url = body.links.find(({ rel }) => rel === 'payer-action')?.href ?? ''
  const opened = await fetch(url)
  const html = await opened.text()
  expect(html).toContain('TEST PAYMENTS')
  expect(html).toContain('£25.00')
  expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const approve = (token: string) =>
    fetch(url, { method: 'POST', headers: { authorization: `Checkout ${token}` } })
  expect((await approve('guess')).status).toBe(401)
  expect((await shop.capture(body.id)).body.details[0].issue).toBe('PAYER_ACTION_REQUIRED')
  expect((await approve(tokenIn(html))).status).toBe(200)
  expect((await approve(tokenIn(html))).status).toBe(422)
  const captured = await shop.capture(body.id)
  const [capture] = captured.body.purchase_units[0].payments.captures
  expect([captured.status, capture.status]).toEqual([201, 'COMPLETED'])
  expect(capture).not.toHaveProperty('processor_response')
  expect(captured.body.payment_source).toMatchObject({ paypal: { account_status: 'VERIFIED' } })
})

test('the button may be framed by the site alone, and comes with its component only', async () => {
  const button = (of: object) => page('/smart/button', { 'client-id': 'local', parent: APP, ...of })
  const policy = (await button({})).headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors ${APP}`)
  expect((await button({ parent: 'https://elsewhere.example' })).status).toBe(403)
  expect((await button({ 'client-id': 'other' })).status).toBe(400)
  for (const script of ['button.ts', 'approval.ts'])
    expect((await fetch(`${shop.paypal.url}/smart/${script}`)).status).toBe(200)
})
