import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const template = 'Subject: Your place, {first_name}\n\nBring your card to {where}.'
const post = (path: string, text: string | null) =>
  site.ask('POST', `/api/office/products/${path}`, { as: clerk, body: { email_template: text } })

test('the preview is the confirmation with the text filled in', async () => {
  const { status, body } = await post('preview', template)
  expect([status, body.subject]).toEqual([200, 'Your place, James'])
  expect(body.text).toContain('Bring your card to Sample Hall, 1 Sample Street, Colchester')
  expect(body.text).toContain('27 January 2027')
  const plain = (await post('preview', null)).body
  expect(plain.subject).toMatch(/^Your CHAPS appointment is booked: .+ 27 January 2027/)
  expect(plain.text).not.toContain('Bring your card')
})

test('a test mail goes to the person who asks, and a wrong text nowhere', async () => {
  expect((await post('test-mail', '{surname}')).body.fields[0].field).toBe('email_template')
  expect((await post('test-mail', template)).status).toBe(204)
  await until(() => expect(site.mails).toHaveLength(1))
  expect(site.mails[0]).toMatchObject({ to: clerk.email, subject: 'Test: Your place, James' })
  expect(site.mails[0]).not.toHaveProperty('calendar')
})
