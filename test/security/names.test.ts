// A person's name brings no address and nothing unseen, by whichever way it comes in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { pressOf, walkIn } from '../app/walk-ins.ts'

const ADVERT = 'You have won: evil.example/claim'
const ODD = 'Ja\u202em\u200bes\u{e0041}'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

type Way = {
  way: string
  /** Sends the name; the status, and the text that is then stored of it. */
  send: (name: string) => Promise<{ status: number; stored: string | null }>
}

const read = async (statement: string) => {
  const { rows } = await site.ownerPool.query(statement)
  return rows.length > 0 ? String(rows[0].name) : null
}

const WAYS: Way[] = [
  {
    way: 'a profile',
    async send(name) {
      const member = await site.member()
      const { status } = await site.ask('PUT', `/api/auth/profile?email=${member.email}`, {
        as: member,
        body: { first_name: name },
      })
      const stored = await read(`select first_name as name from members where id = ${member.id}`)
      return { status, stored: status === 200 ? stored : null }
    },
  },
  {
    way: 'the telephone',
    async send(name) {
      const body = {
        first_name: 'Alan',
        last_name: name,
        date_of_birth: '1961-05-04',
        phone: '07700900456',
        contact_by: 'telephone',
        support_needs: [],
      }
      const as = await site.staff(['office'])
      const { status, body: added } = await site.ask('POST', '/api/office/members', { as, body })
      if (status >= 400) return { status, stored: null }
      const stored = await read('select last_name as name from members order by id desc limit 1')
      expect(added).toBeTruthy()
      return { status, stored }
    },
  },
  {
    way: 'the door',
    async send(name) {
      const now = site.deps.now()
      const event = await site.event({
        startsAt: new Date(now.getTime() - 600_000),
        endsAt: new Date(now.getTime() + 6_600_000),
      })
      const as = await site.staff(['venue'], { eventIds: [event.event_id] })
      const registration = walkIn({ first_name: 'Alan', last_name: name })
      const press = pressOf('walk_in', now, { registration })
      const url = `/api/office/days/${event.event_id}/actions`
      const { body } = await site.ask('POST', url, { as, body: { actions: [press] } })
      const stored = await read(
        `select m.last_name as name from members m join appointments a on a.member_id = m.id
           where a.event_id = ${event.event_id}`,
      )
      return { status: stored === null ? 400 : 200, stored: body ? stored : null }
    },
  },
  {
    way: 'the newsletter',
    async send(name) {
      const email = `news-${Math.random()}@example.org`
      const { status } = await site.ask('POST', '/api/subscriptions', { body: { name, email } })
      const stored = await read(
        `select name from newsletter_subscriptions where email = '${email}'`,
      )
      return { status, stored }
    },
  },
  {
    way: 'an invitation of staff',
    async send(name) {
      const as = await site.staff(['admin'])
      const email = `colleague-${Math.random()}@example.org`
      const { status } = await site.ask('POST', '/api/office/staff', {
        as,
        body: { name, email, roles: ['office'] },
      })
      return { status, stored: await read(`select name from staff where email = '${email}'`) }
    },
  },
]

describe.each(WAYS)('by $way', ({ send }) => {
  test('a name with an address is refused, and nothing of it is stored', async () => {
    const { status, stored } = await send(ADVERT)
    expect(stored).toBeNull()
    expect(status).toBe(400)
  })

  test('a name is stored without what turns or is not seen', async () => {
    const { status, stored } = await send(ODD)
    expect(status).toBeLessThan(300)
    expect(stored).toBe('James')
  })
})
