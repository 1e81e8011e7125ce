import { expect } from 'vitest'
import { openMessage } from '../../server/contact/sealed-message.ts'
import { until } from '../until.ts'
import type { TestApp } from './test-app.ts'

/** What a form of the site sends without script; answers with a page. */
export function sendPlainForm(
  site: TestApp,
  {
    url,
    fields,
    from = 'same-origin',
  }: { url: string; fields: Record<string, string>; from?: string },
) {
  return site.app.inject({
    method: 'POST',
    url,
    headers: {
      'sec-fetch-site': from,
      accept: 'text/html,application/xhtml+xml',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(fields).toString(),
  })
}

export async function contactMessages(site: TestApp) {
  const { rows } = await site.deps.database.pool.query(
    `select first_name, email, message, seal_id as "sealId", sealed, state, held_because
      from contact_messages order by id`,
  )
  return rows.map(({ sealId, sealed, ...row }) => ({
    ...row,
    message: openMessage(site.deps.fieldKeys, { message: row.message, sealId, sealed }),
  }))
}

/** Waits for the one mail that contains these words. */
export async function mailWith(site: TestApp, words: string) {
  const about = () => site.mails.filter(({ text }) => text.includes(words))
  await until(() => expect(about()).toHaveLength(1))
  return about()[0]
}
