import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KeptMessage, type Mailbox, startMailbox } from '../../standins/mailbox.ts'
import { readCodes } from '../../test/app/read-codes.ts'
import { type Message, openMail } from './mail.ts'

let folder: string
let mailbox: Mailbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, folder })
})
afterAll(async () => {
  await mailbox.stop()
  await rm(folder, { recursive: true })
})

test('a mail of the site arrives as it was written', async () => {
  await send({
    to: 'arrives@example.org',
    subject: 'Your appointment – £25',
    text: 'Dear Zoë,\n.\nhttps://www.example.org/reset?a=1&b=2',
    html: '<p>Dear <b>Zoë</b></p>',
  })
  const [message] = await messagesTo('arrives@example.org')
  expect(message).toMatchObject({
    to: ['arrives@example.org'],
    from: 'bookings@example.org',
    subject: 'Your appointment – £25',
    html: expect.stringContaining('<p>Dear <b>Zoë</b></p>'),
  })
  expect(message?.text.trim()).toBe('Dear Zoë,\n.\nhttps://www.example.org/reset?a=1&b=2')
})

test('a mail brings its entry for the calendar along', async () => {
  const calendar = { method: 'PUBLISH' as const, file: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' }
  await send({ to: 'calendar@example.org', calendar })
  const [message] = await messagesTo('calendar@example.org')
  expect(message?.files).toContain('appointment.ics')
})

test('a mail shows its QR code, which can be read', async () => {
  await send({ to: 'code@example.org', html: '<p><img src="cid:qr" alt="Code"></p>', qr: 'K7QM' })
  const [message] = await messagesTo('code@example.org')
  const [, png = ''] = /src="data:image\/png;base64,([^"]+)"/.exec(message?.html ?? '') ?? []
  expect(await readCodes(Buffer.from(png, 'base64'))).toEqual([{ format: 'QRCode', text: 'K7QM' }])
})

test('a mail may have another Reply-To, and one-click unsubscribe', async () => {
  const unsubscribe = 'https://www.example.org/newsletter/unsubscribe?token=1.a'
  await send({ to: 'reads@example.org', replyTo: 'man@example.org, b@example.org', unsubscribe })
  await send({ to: 'reads@example.org' })
  const [plain, letter] = await messagesTo('reads@example.org')
  expect(plain).toMatchObject({ replyTo: [], unsubscribe: '' })
  expect(letter).toMatchObject({ unsubscribe: `<${unsubscribe}>` })
  expect(letter?.replyTo.length).toBeLessThanOrEqual(1)
})

test('nothing is sent to a server without TLS where TLS is asked for', async () => {
  const { send: sendSafely } = openMail(mailbox.smtpUrl, 'bookings@example.org', {
    requireTls: true,
  })
  const message = { to: 'safe@example.org', subject: 'Private', text: 'Private' }
  await expect(sendSafely(message)).rejects.toThrow()
  expect(await messagesTo('safe@example.org')).toEqual([])
})

test('two sendings of one mail have the same Message-ID', async () => {
  for (const _ of [1, 2]) await send({ id: 'job-7', to: 'twice@example.org' })
  const ids = (await messagesTo('twice@example.org')).map(({ messageId }) => messageId)
  expect(ids).toEqual(['<job-7@example.org>', '<job-7@example.org>'])
})

test('a visitor’s text cannot add a header or a recipient', async () => {
  await send({
    to: 'one@example.org, two@example.org',
    subject: 'Hello\r\nBcc: three@example.org',
  }).catch(() => undefined)
  await send({ to: 'four@example.org', subject: 'Hello\r\nTo: three@example.org' })
  expect(await messagesTo('two@example.org')).toEqual([])
  expect(await messagesTo('three@example.org')).toEqual([])
  expect(await messagesTo('four@example.org')).toHaveLength(1)
})
test('an unreachable mail server is an error for the caller', async () => {
  const nobody = openMail('smtp://127.0.0.1:1', 'bookings@example.org')
  const sending = nobody.send({ to: 'a@example.org', subject: 'a', text: 'a' })
  await expect(sending).rejects.toThrow('ECONNREFUSED')
})

async function send(message: Partial<Message> & { to: string; id?: string }): Promise<void> {
  const mail = openMail(mailbox.smtpUrl, "CHAPS men's health <bookings@example.org>")
  await mail.send({ subject: 'Subject', text: 'Text', ...message }).finally(mail.close)
}

async function messagesTo(address: string): Promise<KeptMessage[]> {
  const response = await fetch(`${mailbox.url}/messages.json?to=${encodeURIComponent(address)}`)
  return (await response.json()) as KeptMessage[]
}
