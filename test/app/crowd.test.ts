import { expect, test } from 'vitest'
import { giveConsents } from './crowd.ts'
import { openTestApp } from './test-app.ts'

test('a member of a crowd whose consent is sealed by the site reads the copy of their data', async () => {
  const site = await openTestApp()
  const event = await site.event()
  const member = await site.member()
  const { database, fieldKeys, now } = site.deps
  const whose = [{ memberId: member.id, eventId: event.event_id }]
  await giveConsents(database.db, whose, { event, now: now(), fieldKeys })
  expect((await site.ask('GET', '/api/my-data', { as: member })).status).toBe(200)
  await site.close()
})
