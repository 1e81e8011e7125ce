import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { factorOffMail, factorOnMail, recoveryCodeMail } from './factor-mails.ts'
import {
  confirmationMail,
  emailChangedMail,
  emailChangeMail,
  existingAccountMail,
  invitationMail,
  newSignInMail,
  passwordChangedMail,
  reauthenticationMail,
  recoveryMail,
  signInMail,
  weakPasswordMail,
} from './mails.ts'
import { createMailWriter } from './write-mail.ts'

const at = new Date('2026-11-25T14:05:00Z')
const by = { ip: '203.0.113.4', userAgent: 'Mozilla/5.0 <b>Firefox</b>' }
const to = { to: 'man@example.org', siteName: 'The <i>Weir</i>' }
const link = 'https://weir.example/confirm?token_hash=a&type=b'
const issued = { ...to, link, code: '123456', minutes: 30 }
const notice = { ...to, siteUrl: 'https://weir.example', at, by }
const change = { ...issued, at, by, after: 'next@example.org' }

/** Of each: whether it says when and where. */
const MAILS = [
  [confirmationMail(issued), false],
  [invitationMail(issued), false],
  [emailChangeMail({ ...change, isNew: true }), false],
  [emailChangeMail({ ...change, isNew: false }), true],
  [recoveryMail({ ...issued, at, by }), true],
  [signInMail({ ...issued, at, by }), true],
  [reauthenticationMail({ ...issued, at, by }), true],
  [emailChangedMail(notice), true],
  [existingAccountMail(notice), true],
  [passwordChangedMail(notice), true],
  [newSignInMail(notice), true],
  [weakPasswordMail(notice), true],
  [factorOnMail({ ...notice, kind: 'app' }), true],
  [factorOffMail({ ...notice, kind: 'phone' }), true],
  [recoveryCodeMail({ ...notice, remaining: 1 }), true],
] as const

const write = createMailWriter(to.siteName, {
  letterhead: () => ({
    name: 'The Weir',
    tagline: 'A club of otters',
    foot: [{ words: 'Questions? Call', phone: '0808 157 0142' }],
  }),
  timeZone: 'Europe/London',
  deviceWords: () => 'Firefox on Windows',
})

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'no-inline-style': 'off', 'long-title': 'off' },
})

const written = await Promise.all(
  MAILS.map(async ([draft, saysWhere]) => [draft.subject, await write(draft), saysWhere] as const),
)

describe.each(written)('%s', (_, { text, html = '' }, saysWhere) => {
  test('is in the letterhead, with the helpline, as text and as HTML', async () => {
    expect(text).toMatch(/^The Weir\nA club of otters\n\n/)
    expect(text).toMatch(/\n-- \nQuestions\? Call 0808 157 0142\n$/)
    expect(html).toContain('href="tel:08081570142"')
    expect(html).toContain('prefers-color-scheme:dark')
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect(html).not.toMatch(/<i>Weir|<b>Firefox|src=|url\(/)
  })

  test('says what to do if it was not the owner', () => {
    expect(text).toMatch(/[Ii]f (it was not you|you did not|you are not making a change)/)
  })

  test(`${saysWhere ? 'says' : 'does not say'} when and where`, () => {
    const facts =
      'When: Wednesday 25 November 2026 at 14:05 GMT\nWhere: Firefox on Windows, network address 203.0.113.4'
    expect(text.includes(facts)).toBe(saysWhere)
    expect(html.includes('203.0.113.4')).toBe(saysWhere)
  })
})

test('a change by the office says so, and shows no address of the office', async () => {
  const { text } = await write(passwordChangedMail({ ...notice, by: null }))
  expect(text).toContain(`Where: Changed for you by ${to.siteName}`)
  expect(text).not.toContain('203.0.113.4')
})

test('without a letterhead a mail has the name of the site', async () => {
  const { text } = await createMailWriter('weir.example')(passwordChangedMail(notice))
  expect(text).toMatch(/^weir\.example\n\n/)
  expect(text).toContain('Where: Mozilla/5.0 <b>Firefox</b>, network address 203.0.113.4')
})
