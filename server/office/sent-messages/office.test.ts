import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  admin = await site.staff(['admin'])
})
afterAll(() => site.close())

const list = async (tab: string) =>
  (await site.ask('GET', `/api/office/mails?tab=${tab}`, { as: admin })).body

test('a failed mail is listed without its text, and sent again on request', async () => {
  const { jobs, database } = site.deps
  const mail = { to: 'james@example.org', subject: 'Your appointment', text: 'secret link' }
  await jobs.enqueue(database.db, 'mail', mail, { afterSeconds: 3_600 })
  expect((await list('waiting')).data).toMatchObject([{ to: mail.to, state: 'waiting' }])
  await database.pool.query(
    `update jobs.job set state = 'failed', completed_on = now() where name = 'mail'`,
  )
  const { data, tabs } = await list('failed')
  expect(tabs).toEqual({ failed: 1, waiting: 0 })
  expect(data).toMatchObject([
    { kind: 'mail', to: mail.to, subject: mail.subject, state: 'failed' },
  ])
  expect(JSON.stringify(data)).not.toContain('secret')

  const sms = { phone: '+447700900123', subject: 'Payment link', text: 'secret link' }
  await jobs.enqueue(database.db, 'sms', sms, { afterSeconds: 3_600 })
  const waiting = (await list('waiting')).data
  expect(waiting).toMatchObject([{ kind: 'sms', to: sms.phone, subject: sms.subject }])
  expect(JSON.stringify(waiting)).not.toContain('secret')

  const retry = () => site.ask('POST', `/api/office/mails/${data[0].id}/retry`, { as: admin })
  expect((await retry()).status).toBe(204)
  await until(() => expect(site.mails).toMatchObject([mail]))
  expect((await retry()).status).toBe(404)
})
