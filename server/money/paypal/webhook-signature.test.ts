import { createSign, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { selfSigned } from '../../../standins/paypal/certificate.ts'
import { openPayPal, type PayPal } from './paypal.ts'
import { ProviderUnavailable } from './provider-errors.ts'
import { endsAtRoot, isCertificateUrl } from './signing-certificates.ts'

const BODY = '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}'
const API = 'https://api-m.paypal.com'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = selfSigned({ name: 'messageverificationcerts.local', privateKey, publicKey })

let server: Server
let asked: string[]
let apiUrl: string
let paypal: PayPal
beforeEach(async () => {
  asked = []
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/down.pem') return response.writeHead(503).end()
    return url === '/1.pem' ? response.end(pem) : response.writeHead(404).end('none')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { clientId: 'id', secret: 'secret', webhookId: 'WH-HOOK', isAlways: false }
  paypal = openPayPal({ ...account, apiUrl })
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

function signed({ time = new Date(), path = '/1.pem', webhookId = 'WH-HOOK' } = {}) {
  const text = `t-1|${time.toISOString()}|${webhookId}|${crc32(BODY)}`
  return {
    'paypal-transmission-id': 't-1',
    'paypal-transmission-time': time.toISOString(),
    'paypal-transmission-sig': createSign('sha256').update(text).sign(privateKey, 'base64'),
    'paypal-cert-url': apiUrl + path,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('a webhook that the provider signed', () => {
  test('is taken, and its certificate is fetched once', async () => {
    for (let n = 0; n < 20; n++) expect(await paypal.isAuthentic(signed(), BODY)).toBe(true)
    expect(await paypal.isAuthentic(signed({ time: hoursAgo(71) }), BODY)).toBe(true)
    expect(asked).toEqual(['/1.pem'])
  })

  test.each([
    ['of another webhook id', () => signed({ webhookId: 'WH-OTHER' }), BODY],
    ['with another body', () => signed(), `${BODY} `],
    ['of a certificate that is not there', () => signed({ path: '/2.pem' }), BODY],
  ])('is refused %s', async (_, headers, body) => {
    expect(await paypal.isAuthentic(headers(), body)).toBe(false)
  })

  test('of a certificate that cannot be fetched now is repeated by the provider', async () => {
    const answer = paypal.isAuthentic(signed({ path: '/down.pem' }), BODY)
    await expect(answer).rejects.toThrow(ProviderUnavailable)
    await expect(paypal.isAuthentic(signed({ path: '/down.pem' }), BODY)).rejects.toThrow()
    expect(asked).toHaveLength(2)
  })
})

describe('nobody is asked about a webhook', () => {
  test.each<[string, (whole: Record<string, unknown>) => Record<string, unknown>]>([
    ['without any header', () => ({})],
    ['without its id', (whole) => ({ ...whole, 'paypal-transmission-id': undefined })],
    ['without its time', (whole) => ({ ...whole, 'paypal-transmission-time': undefined })],
    ['without its signature', (whole) => ({ ...whole, 'paypal-transmission-sig': '' })],
    ['of another algorithm', (whole) => ({ ...whole, 'paypal-auth-algo': 'none' })],
    ['five days old', () => signed({ time: hoursAgo(5 * 24) })],
    ['of the next hour', () => signed({ time: hoursAgo(-1) })],
    ['of no time', (whole) => ({ ...whole, 'paypal-transmission-time': '2026-13-45T99:99:99Z' })],
    [
      'whose certificate is elsewhere',
      (whole) => ({ ...whole, 'paypal-cert-url': 'https://attacker.example/1.pem' }),
    ],
    ['with a header twice', (whole) => ({ ...whole, 'paypal-transmission-id': ['a', 'b'] })],
  ])('%s', async (_, change) => {
    expect(await paypal.isAuthentic(change(signed()), BODY)).toBe(false)
    expect(asked).toEqual([])
  })
})

test('addresses without a certificate are asked for once, and thirty a minute', async () => {
  const ask = (n: number) => paypal.isAuthentic(signed({ path: `/${n}/none.pem` }), BODY)
  for (let n = 0; n < 30; n++) expect(await ask(n)).toBe(false)
  expect(await ask(7)).toBe(false)
  await expect(ask(31)).rejects.toThrow('too many certificates')
  expect(asked).toHaveLength(30)
})

test.each([
  ['https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594', true],
  ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42', true],
  ['https://api-m.paypal.com/anything', false],
  ['http://api.paypal.com/v1/notifications/certs/CERT-1', false],
  ['https://api.paypal.com:8443/v1/notifications/certs/CERT-1', false],
  ['https://api.paypal.com/v1/notifications/certs/../../other', false],
  ['https://api.paypal.com/v1/notifications/certs/CERT-1?x=1', false],
  ['https://api.paypal.com@attacker.example/v1/notifications/certs/CERT-1', false],
  ['https://user@api.paypal.com/v1/notifications/certs/CERT-1', false],
  ['https://www.paypal.com/v1/notifications/certs/CERT-1', false],
  ['https://api.paypal.com.attacker.example/v1/notifications/certs/CERT-1', false],
  ['https://attackerpaypal.com/v1/notifications/certs/CERT-1', false],
])('a certificate at %s may be asked for: %s', (url, isAllowed) => {
  expect(isCertificateUrl(new URL(url), API)).toBe(isAllowed)
})

test('a chain ends at a root that is known, or it is not trusted', () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = new X509Certificate(selfSigned({ name: 'messageverificationcerts', ...other }))
  const own = new X509Certificate(pem)
  expect(endsAtRoot([own], [pem])).toBe(true)
  expect(endsAtRoot([stranger], [pem])).toBe(false)
  expect(endsAtRoot([stranger, own], [pem])).toBe(false)
  expect(endsAtRoot([own])).toBe(false)
  expect(endsAtRoot([], [pem])).toBe(false)
})
