// Every kind of link in a message says whom it is for, before anything is done with it.
import { randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEYED_LINK_KINDS, KEYED_LINKS, type KeyedLinkKind } from '../../../domain/keyed-links.ts'
import { ACCOUNT_LINK_KINDS } from '../../../domain/link-owner.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { addByOffice, storeLetter } from '../../../test/app/claim-letters.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { makeBeginToken } from '../../bookings/invitations/begin-token.ts'
import { sealInvited } from '../../bookings/invitations/sealed-invitation.ts'
import { signedId } from '../../platform/http/signed-id.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'

let site: TestApp
let member: TestMember
const keys = new Map<KeyedLinkKind, string>()
const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows

/** Stores a link of this kind with a new key: `$1` is its hash, `$2` when it was made, `$3` its end. */
async function store(kind: KeyedLinkKind, statement: string, ...values: unknown[]) {
  const key = kind === 'consent' ? `${makeLinkKey()}${makeLinkKey()}`.slice(0, 43) : makeLinkKey()
  const now = site.deps.now()
  const end = new Date(now.getTime() + 86_400_000)
  await rows(statement, hashOfLinkKey(key), now, end, ...values)
  keys.set(kind, key)
}

beforeAll(async () => {
  site = await openTestApp({})
  member = await site.member({ firstName: 'Albert' })
  const clerk = await site.staff(['office'])
  const event = await site.event()
  await site.consent(member, event)
  const appointment = await bookedId(site, member, event, '10:00')
  const [result] = await rows(
    `insert into results (member_id, sealed, source, source_ref, released_at)
     values ($1, '\\x00', 'test', 'one', now()) returning id`,
    member.id,
  )
  await store(
    'preparation',
    `insert into preparation_links (key_hash, created_at, expires_at, appointment_id, member_id, starts_at)
     values ($1, $2, $3, $4, $5, $3)`,
    appointment,
    member.id,
  )
  const sealId = randomUUID()
  await store(
    'invitation',
    `insert into invitations (key_hash, created_at, held_until, event_id, slot_starts_at, seal_id, sealed)
     values ($1, $2, $3, $4, $3, $5, $6)`,
    event.event_id,
    sealId,
    sealInvited(site.deps.fieldKeys, sealId, { name: 'Albert Green', email: null, mobile: null }),
  )
  await store(
    'follow_up',
    `insert into follow_up_links (key_hash, created_at, expires_at, result_id, member_id, round)
     values ($1, $2, $3, $4, $5, 'six_weeks')`,
    result.id,
    member.id,
  )
  await store(
    'payment',
    `insert into payment_links (key_hash, created_at, expires_at, appointment_id, sent_by)
     values ($1, $2, $3, $4, 'mail')`,
    appointment,
  )
  await store(
    'consent',
    `insert into consent_links (key_hash, created_at, expires_at, member_id, event_id)
     values ($1, $2, $3, $4, $5)`,
    member.id,
    event.event_id,
  )
  await store(
    'host',
    `insert into host_links (key_hash, created_at, expires_at, event_id, made_by, is_mailed)
     values ($1, $2, $3, $4, $5, false)`,
    event.event_id,
    clerk.id,
  )
  const recordId = await addByOffice(site, clerk)
  await storeLetter(site, clerk, recordId)
  await store(
    'claim',
    `insert into record_claims (contact_key_hash, claimed_at, told_at, member_id, letter_id, user_id, email, notice, is_contact_changed)
     select $1, $2, $3, $4, id, gen_random_uuid(), 'who@example.org', 'message', false
     from claim_letters where member_id = $4`,
    recordId,
  )
  const at = site.deps.now()
  const until = new Date(at.getTime() + 86_400_000)
  const [subscription, alert] = [randomUUID(), randomUUID()]
  await rows(
    `insert into newsletter_subscriptions (id, email, name, hear_about_event, state, wording, asked_at, confirm_until)
     values ($1, 'reader@example.org', 'Reader', false, 'pending', 'v1', $2, $3)`,
    subscription,
    at,
    until,
  )
  await rows(
    `insert into near_alerts (id, email, place, latitude, longitude, miles, state, wording, asked_at, confirm_until)
     values ($1, 'reader@example.org', 'Bures', 51.9, 0.7, 20, 'pending', 'v1', $2, $3)`,
    alert,
    at,
    until,
  )
  const begun = {
    eventId: event.event_id,
    time: '10:20',
    asker: { name: 'Reader', email: 'reader@example.org' },
    person: { name: 'Albert Green', email: 'albert@example.org', mobile: null },
    askedAt: at,
  }
  keys.set('begin', makeBeginToken(site.deps, begun))
  keys.set('newsletter', signedId(site.deps, subscription, 'newsletter confirm'))
  keys.set('near_alert', signedId(site.deps, alert, 'near alert confirm'))
})
afterAll(() => site.close())

const TABLES = [
  'invitations',
  'preparation_links',
  'follow_up_links',
  'payment_links',
  'consent_links',
  'host_links',
  'record_claims',
  'newsletter_subscriptions',
  'near_alerts',
  'audit_log',
  'members',
]
const stored = () =>
  Promise.all(TABLES.map((table) => rows(`select row_to_json(t)::text from ${table} t order by 1`)))

test.each(KEYED_LINK_KINDS)(
  'a link of the kind %s says whom it is for, and changes nothing by that',
  async (kind) => {
    const owner = { name: 'Albert', address: 'r•••r@example.org', event: expect.any(String) }
    const before = await stored()
    const body = { kind, key: keys.get(kind) }
    const answers = [1, 2].map(() => site.ask('POST', '/api/link-owner', { body }))
    for (const answer of await Promise.all(answers))
      expect([answer.status, answer.body]).toEqual([200, { owner: owner[KEYED_LINKS[kind].owner] }])
    const after = await stored()
    expect(after).toEqual(before)
  },
)

test('an unknown link has no owner, and guessing ends', async () => {
  const statuses = []
  for (let n = 0; n < 31; n++) {
    const body = { kind: 'claim', key: makeLinkKey() }
    statuses.push((await site.ask('POST', '/api/link-owner', { body })).status)
  }
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
})

/** Where a link with a secret is made: each is listed with whom its page shows. */
test('every place that makes a link with a secret is of a listed kind', async () => {
  const made: string[] = []
  for await (const file of glob('server/**/*.ts')) {
    if (file.endsWith('.test.ts')) continue
    const source = await readFile(file, 'utf8')
    for (const [, link] of source.matchAll(/[Uu]rl\}(\/[^`\s]*?(?:#\w+=|\?token=))\$\{/g))
      made.push((link ?? '').replace(/\?profile_id=.*#/, '#'))
    for (const [, name] of source.matchAll(/optInRoutes\(\w+, deps, (\w+)\)/g))
      made.push(name ?? '')
  }
  const paths = new Set<string>(Object.values(KEYED_LINKS).map(({ path }) => path))
  paths.add('NEWSLETTER').add('NEAR_ALERT')
  // The path of both opt-ins has placeholders; their names are above.
  const whole = made.filter((link) => !link.includes('$'))
  expect(whole.filter((link) => !paths.has(link))).toEqual([])
  expect(made).toEqual(
    expect.arrayContaining([
      'NEWSLETTER',
      'NEAR_ALERT',
      '/by-link#claim=',
      '/checkout#pay=',
      '/test-consent#key=',
    ]),
  )
})

test('every page of a link shows its owner', async () => {
  const sources = []
  for await (const file of glob('web/**/*.tsx')) sources.push(await readFile(file, 'utf8'))
  const all = sources.join('\n')
  for (const kind of KEYED_LINK_KINDS)
    expect([kind, new RegExp(`kind(: |=)['"]${kind}['"]`).test(all)]).toEqual([kind, true])
  // The links of an account have their own page and test (server/sign-in/sign-up/account-links.test.ts).
  expect(ACCOUNT_LINK_KINDS).toHaveLength(6)
})
