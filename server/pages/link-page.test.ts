// The pages of the last build (`npm test` builds first): a mailed link says whom it is for without scripts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { countUnfinished } from '../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../test/until.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { linkIn } from './link-page.ts'

let site: TestApp
let app: App
beforeAll(async () => {
  site = await openTestApp()
  app = await buildApp(site.deps)
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const LINKS = [
  {
    path: '/newsletter/confirm',
    table: 'newsletter_subscriptions',
    form: ['/api/subscriptions', { name: 'Reader', email: 'reader@example.org' }],
  },
  {
    path: '/tell-me/confirm',
    table: 'near_alerts',
    form: ['/tell-me', { location: 'Colchester', miles: '25', email: 'reader@example.org' }],
  },
] as const

test.for(LINKS)(
  '$path names the masked owner of its link, and spends nothing by that',
  async ({ path, table, form: [url, fields] }) => {
    const sent = await app.inject({
      method: 'POST',
      url,
      headers: {
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringMatching(/sent$/)])
    await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
    const mail = site.mails.findLast(({ text }) => text.includes(`${path}?token=`))
    const [link = ''] = new RegExp(`${path}\\?token=\\S+`).exec(mail?.text ?? '') ?? []
    const stored = async () => (await site.deps.database.pool.query(`select * from ${table}`)).rows
    const before = await stored()
    const { statusCode, headers, body: page } = await app.inject(link)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(textOf(page)).toContain('This link is for r•••r@example.org.')
    expect(page).not.toContain('reader@example.org')
    expect(await stored()).toEqual(before)

    const other = await app.inject(link.replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A')))
    expect([other.statusCode, textOf(other.body).includes('This link is for')]).toEqual([
      200,
      false,
    ])
    expect(textOf((await app.inject(path)).body)).not.toContain('This link is for')
  },
)

test('a link is one of those whose token is in the address', () => {
  const key = 'a'.repeat(43)
  expect(linkIn('/tell-me/confirm', `?token=${key}`)).toEqual({ kind: 'near_alert', key })
  expect(linkIn('/begin-for-another/confirm', `?token=${key}`)).toEqual({ kind: 'begin', key })
  expect(linkIn('/tell-me/leave', `?token=${key}`)).toBeNull()
  expect(linkIn('/newsletter/confirm', '?token=')).toBeNull()
  expect(linkIn('/by-link', `?token=${key}`)).toBeNull()
})

/** Without scripts, as somebody reads it who has none. */
function textOf(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, '')
}
