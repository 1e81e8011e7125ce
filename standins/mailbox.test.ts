import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../test/until.ts'
import { type KeptMessage, type Mailbox, startMailbox } from './mailbox.ts'

let folder: string
let mailbox: Mailbox
const said: string[] = []
const onLog = (line: string) => said.push(line)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, folder, onLog })
})
afterAll(async () => {
  await mailbox.stop()
  await rm(folder, { recursive: true })
})

test('the pages show the newest first, with links that work and nothing that runs', async () => {
  await send({ to: 'page@example.org', subject: 'Older' })
  await send({
    to: 'page@example.org',
    subject: '<script>alert(1)</script>',
    text: 'See https://www.example.org/reset?a=1&b=2 <script>alert(2)</script>',
    html: '<script>alert(3)</script>',
  })
  const [newest] = await messagesTo('page@example.org')
  const list = await (await fetch(mailbox.url)).text()
  expect(list).not.toContain('<script>')
  expect(list.indexOf('&lt;script&gt;')).toBeLessThan(list.indexOf('Older'))

  const page = await fetch(`${mailbox.url}/messages/${newest?.id}`)
  const body = await page.text()
  expect(body).toContain('<a href="https://www.example.org/reset?a=1&amp;b=2">')
  expect(body).not.toContain('<script>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await fetch(`${mailbox.url}/messages/${newest?.id}/html`)
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox;/)
})

test('messages outlive a restart', async () => {
  await send({ to: 'kept@example.org' })
  await mailbox.stop()
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, folder, onLog })
  expect(await messagesTo('kept@example.org')).toHaveLength(1)
})

test('a missing message is 404, wherever its name points', async () => {
  for (const path of ['/messages/1-none', '/messages/..%2f..%2fpackage', '/nowhere'])
    expect((await fetch(mailbox.url + path)).status).toBe(404)
})

test('a sender that disconnects is logged, and the next is served', async () => {
  const { port } = new URL(mailbox.smtpUrl)
  const sender = connect(Number(port), '127.0.0.1')
  for (const line of ['EHLO office', 'MAIL FROM:<a@example.org>']) {
    await once(sender, 'data')
    sender.write(`${line}\r\n`)
  }
  await once(sender, 'data')
  sender.resetAndDestroy()
  await until(() => expect(said.join()).toContain('a sender broke off'))
  await send({ to: 'after@example.org' })
  expect(await messagesTo('after@example.org')).toHaveLength(1)
})

test('another host name for this machine is refused', async () => {
  const status = await new Promise((done, fail) => {
    request(mailbox.url, { headers: { host: 'rebound.example.com' } }, ({ statusCode }) =>
      done(statusCode),
    )
      .on('error', fail)
      .end()
  })
  expect(status).toBe(421)
})

async function send(message: { to: string; subject?: string; text?: string; html?: string }) {
  const from = 'bookings@example.org'
  await createTransport(mailbox.smtpUrl).sendMail({ from, text: 'Text', ...message })
}

async function messagesTo(address: string): Promise<KeptMessage[]> {
  const response = await fetch(`${mailbox.url}/messages.json?to=${encodeURIComponent(address)}`)
  return (await response.json()) as KeptMessage[]
}
