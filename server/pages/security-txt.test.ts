import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/durations.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import { makeSecurityTxt } from './security-txt.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
const ADDRESS = '/.well-known/security.txt'
const settings = { publicUrl: 'https://chaps.example', officeEmail: 'office@chaps.example' }

let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: NOW, settings })
})
afterAll(() => site.close())

/** Each field may appear once only. */
function fieldsOf(text: string): Record<string, string> {
  const lines = text.trimEnd().split('\n')
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)))
  expect(Object.keys(fields)).toHaveLength(lines.length)
  return fields
}

test('the built site has a security contact, in plain text', async () => {
  const app = await buildApp(site.deps)
  const answer = await app.inject({ url: ADDRESS })
  await app.close()
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ])
  expect(fieldsOf(answer.body)).toEqual({
    Contact: 'mailto:office@chaps.example',
    Expires: '2027-07-11T00:00:00.000Z',
    'Preferred-Languages': 'en',
    Canonical: `https://chaps.example${ADDRESS}`,
  })
})

test('a contact of its own takes the place of the office', () => {
  const own = { ...settings, securityContact: 'https://chaps.example/security' }
  const { body } = makeSecurityTxt(own, NOW)
  expect(fieldsOf(String(body)).Contact).toBe('https://chaps.example/security')
})

test('it never lapses while the site runs, and never claims a year', () => {
  for (let day = 0; day < 1_000; day += 13) {
    const now = new Date(NOW.getTime() + day * DAY_MS + 12_345_678)
    const { Expires } = fieldsOf(String(makeSecurityTxt(settings, now).body))
    const left = (new Date(Expires ?? '').getTime() - now.getTime()) / DAY_MS
    expect(left).toBeGreaterThan(90)
    expect(left).toBeLessThan(365)
  }
})
