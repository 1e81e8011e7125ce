// Many signed-in members, inserted directly, so that measurements and races cover the booking
// only.
import { randomUUID } from 'node:crypto'
import { type JWK, SignJWT } from 'jose'
import { readSigningKeys } from '../../auth/tokens/keys.ts'
import { CONSENT_VERSION, CONSENT_WORDS } from '../../domain/consent.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Role } from '../../domain/office/permissions.ts'
import { saveConsentWords } from '../../server/bookings/consent/consent.queries.ts'
import { sealConsent } from '../../server/bookings/consent/sealed-consent.ts'
import type { AccountHolderRow } from '../../server/members/members.queries.ts'
import type { Database, Queryable } from '../../server/platform/db/database.ts'
import type { FieldKeys } from '../../server/platform/keys/field-keys.ts'
import { insertStaff } from '../../server/staff/staff.queries.ts'
import { addConsents, addLivingSessions, addMembers } from './test-app.queries.ts'
import type { TestMember } from './test-app.ts'

const UNREADABLE = Buffer.alloc(1)

export async function makeCrowd(
  { db }: Pick<Database, 'db'>,
  crowd: {
    count: number
    event: CharityEvent
    signingKeys: { keys: JWK[] }
    issuer: string
    /** Those of the site, where it reads the consents. */
    fieldKeys?: FieldKeys
  },
): Promise<TestMember[]> {
  const { count, event, fieldKeys } = crowd
  const members = await makeMembers(db, count, [event], new Date(), fieldKeys)
  const sessions = members.map(({ userId, email }) => ({ sessionId: randomUUID(), userId, email }))
  await addLivingSessions(db, sessions)
  const sign = await signer(crowd)
  const cookies = await Promise.all(sessions.map((session) => sign(session)))
  return members.map((member, n) => ({ ...member, cookie: `at=${cookies[n]}` }))
}

/** Somebody who works here, signed in with a second factor. */
export async function makeClerk(
  { db }: Pick<Database, 'db'>,
  keys: { signingKeys: { keys: JWK[] }; issuer: string },
  roles: Role[] = ['office'],
): Promise<{ cookie: string; name: string }> {
  const session = { sessionId: randomUUID(), userId: randomUUID() }
  const email = `${session.userId}@example.org`
  const name = `Clerk ${email.slice(0, 4)}`
  await addLivingSessions(db, [{ ...session, email }], 'aal2')
  const person = { userId: session.userId, email, name, roles }
  await insertStaff(db, { ...person, since: new Date() })
  const sign = await signer(keys)
  return { cookie: `at=${await sign({ ...session, email }, 'aal2')}`, name }
}

export async function makeMembers(
  q: Queryable,
  count: number,
  events: CharityEvent[],
  now = new Date(),
  fieldKeys?: FieldKeys,
): Promise<AccountHolderRow[]> {
  const userIds = Array.from({ length: count }, () => randomUUID())
  const members = await addMembers(q, userIds)
  for (const event of events) {
    const whose = members.map(({ id }) => ({ memberId: id, eventId: event.event_id }))
    await giveConsents(q, whose, { event, now, ...(fieldKeys && { fieldKeys }) })
  }
  return members
}

/** Without `fieldKeys` nobody can read their answers: enough to book. */
export async function giveConsents(
  q: Queryable,
  whose: { memberId: number; eventId: number }[],
  { event, now, fieldKeys }: { event: CharityEvent; now: Date; fieldKeys?: FieldKeys },
): Promise<void> {
  const wordsVersion = CONSENT_VERSION
  await saveConsentWords(q, { version: wordsVersion, words: CONSENT_WORDS, now })
  const sealed = whose.map((one) => ({
    ...one,
    sealed: fieldKeys
      ? sealConsent(fieldKeys, { ...one, givenAt: now }, { answers: {} })
      : UNREADABLE,
  }))
  await addConsents(q, sealed, { psaTestDate: event.event_date, wordsVersion, givenAt: now })
}

async function signer({ signingKeys, issuer }: { signingKeys: { keys: JWK[] }; issuer: string }) {
  const { kid, privateKey } = await readSigningKeys(signingKeys)
  return (member: { userId: string; email: string; sessionId: string }, aal = 'aal1') =>
    new SignJWT({ role: 'authenticated', email: member.email, session_id: member.sessionId, aal })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setSubject(member.userId)
      .setIssuer(issuer)
      .setAudience('authenticated')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
}
