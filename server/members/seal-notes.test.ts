import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { sealNotes } from './seal-notes.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const pool = () => site.deps.database.pool
const stored = async (id: number) => {
  const { rows } = await pool().query(
    `select support_note, support_note_seal_id is null as unbound,
         octet_length(support_note_sealed) as size from members where id = $1`,
    [id],
  )
  return rows[0]
}

test('what helps a member is sealed when it is entered, and shown as it was typed', async () => {
  const member = await site.member()
  const as = await site.staff(['office'])
  const url = `/api/office/members/${member.id}` as const
  const note = async () => (await site.ask('GET', `${url}?reason=request`, { as })).body
  const change = async (text: string | null) => {
    const { version } = await note()
    const body = { support_note: text, version, reason: 'by telephone' }
    expect(await site.ask('PUT', url, { as, body })).toMatchObject({ status: 200 })
  }
  await change('Catheter since surgery')
  expect((await note()).support_note).toBe('Catheter since surgery')
  expect(await stored(member.id)).toEqual({
    support_note: null,
    unbound: false,
    size: expect.any(Number),
  })
  await change(null)
  expect(await stored(member.id)).toEqual({ support_note: null, unbound: true, size: null })
})

test('what was stored in clear is shown, and sealed by the next round', async () => {
  const member = await site.member()
  await pool().query(`update members set support_note = 'Reads lips' where id = $1`, [member.id])
  const shown = async () =>
    (await site.ask('GET', '/api/auth/profile', { as: member })).body.contact.support_note
  expect(await shown()).toBe('Reads lips')
  await sealNotes(site.deps)
  expect(await stored(member.id)).toMatchObject({ support_note: null, unbound: false })
  expect(await shown()).toBe('Reads lips')
})
