import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYPAL_STANDIN } from '../paypal.ts'
import { CARDS, openShop, openWebhookListener } from './test-shop.ts'

const PROCESS = `
  const { startPayPal } = await import(process.argv[1])
  const { url } = await startPayPal({ port: 0, ...JSON.parse(process.argv[2]) })
  console.log(url)`

test('captured money survives a kill', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paypal-'))
  const listener = await openWebhookListener()
  const options = { ...PAYPAL_STANDIN, folder, appOrigin: 'http://localhost:3000' }
  const settings = JSON.stringify({ ...options, webhookUrl: listener.url })
  const module = new URL('../paypal.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROCESS, module, settings])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const { clientId, secret } = PAYPAL_STANDIN
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
  const asked = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${basic}` },
  })
  const { access_token } = (await asked.json()) as { access_token: string }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${access_token}`, 'paypal-request-id': path },
    })
    return (await response.json()) as { id: string }
  }
  const amount = { currency_code: 'GBP', value: '25.00' }
  const { id } = await post('/v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units: [{ amount }],
  })
  const card = { number: CARDS.good, name: 'A Man', expiry: '12/40', cvv: '123' }
  await post('/__test/approve', { orderId: id, card })
  await post(`/v2/checkout/orders/${id}/capture`, {})
  child.kill('SIGKILL')
  await once(child, 'exit')

  const shop = await openShop({ folder, webhookUrl: listener.url })
  expect((await shop.ledger()).captures).toMatchObject([{ orderId: id, status: 'COMPLETED' }])
  const path = `/v2/checkout/orders/${id}/capture`
  const again = await shop.post(
    path,
    {},
    {
      authorization: `Bearer ${access_token}`,
      'paypal-request-id': path,
    },
  )
  expect(again.status).toBe(200)
  await shop.paypal.stop()
  await listener.stop()
  await rm(folder, { recursive: true })
})
