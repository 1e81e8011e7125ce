import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type KeptMessage, type Mailbox, startMailbox } from '../../../standins/mailbox.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'
import { readEnv } from '../../platform/config/env.ts'
import { openMail } from '../../platform/mail.ts'

const PHONE = '447700900118'
const ON = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
let folder: string
let mailbox: Mailbox
let mail: ReturnType<typeof openMail>
let site: EmbeddedSite

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, folder })
  mail = openMail(mailbox.smtpUrl, 'bookings@example.org')
})
afterEach(() => site.close())
afterAll(async () => {
  mail.close()
  await mailbox.stop()
  await rm(folder, { recursive: true })
})

/** Opens the site with these variables; returns the official client on one of its pages. */
async function visit(variables: Record<string, string>) {
  const env = readEnv(variables)
  site = await openEmbeddedSite({ mail: mail.send, phone: env.auth.phone })
  return { auth: site.auth, client: site.visitor().client }
}

async function mailboxOf(number: string): Promise<KeptMessage[]> {
  const answer = await fetch(`${mailbox.url}/messages.json?to=${number}@sms.invalid`)
  return await answer.json()
}

test('without a hook the local mailbox shows the SMS: its number and its text', async () => {
  const { auth, client } = await visit(ON)
  expect((await client.signInWithOtp({ phone: `+${PHONE}` })).error).toBeNull()
  await auth.idle()
  const [sms, ...more] = await mailboxOf(PHONE)
  expect(more).toEqual([])
  expect(sms).toMatchObject({ subject: `SMS to +${PHONE}`, html: null })
  const [, token = ''] = /^Your code for CHAPS is (\d{6})$/.exec(sms?.text.trim() ?? '') ?? []
  const { data } = await client.verifyOtp({ phone: PHONE, token, type: 'sms' })
  expect(data.user?.phone).toBe(PHONE)
  const page = await fetch(`${mailbox.url}/`)
  expect(await page.text()).toContain(`SMS to +${PHONE}`)
})

test('with a hook the hook gets the SMS, and the mailbox nothing', async () => {
  const bodies: string[] = []
  const hook = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString())
    response.writeHead(204).end()
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo
  const { auth, client } = await visit({
    ...ON,
    GOTRUE_HOOK_SEND_SMS_URI: `http://127.0.0.1:${port}/sms`,
    GOTRUE_HOOK_SEND_SMS_SECRETS: 'a secret of the hook, for tests',
  })
  const phone = '447700900119'
  await client.signInWithOtp({ phone })
  await auth.idle()
  hook.close()
  expect(bodies.map((body) => JSON.parse(body).phone)).toEqual([phone])
  const { otp: token } = JSON.parse(bodies[0] ?? '')
  expect((await client.verifyOtp({ phone, token, type: 'sms' })).data.user?.phone).toBe(phone)
  expect(await mailboxOf(phone)).toEqual([])
})

test('the code of a test number is fixed, and nothing is sent to it', async () => {
  const phone = '447700900120'
  const { auth, client } = await visit({ ...ON, GOTRUE_SMS_TEST_OTP: `${phone}=246810` })
  await client.signInWithOtp({ phone })
  await auth.idle()
  const { data } = await client.verifyOtp({ phone, token: '246810', type: 'sms' })
  expect(data.user?.phone).toBe(phone)
  expect(await mailboxOf(phone)).toEqual([])
})

test('without the setting there are no accounts by phone', async () => {
  const { client } = await visit({})
  const { error } = await client.signInWithOtp({ phone: PHONE })
  expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
})
