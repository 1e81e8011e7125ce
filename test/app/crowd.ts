// Many signed-in members, inserted directly, so that measurements and races cover the booking
// only.
import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { AUDIENCE, createAccessTokens } from '../../auth/tokens/access-tokens.ts'
import { readSigningKeys } from '../../auth/tokens/keys.ts'
import { CONSENT_VERSION, CONSENT_WORDS } from '../../domain/consent.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Role } from '../../domain/office/permissions.ts'
import { saveConsentText } from '../../server/bookings/consent/consent.queries.ts'
import { sealConsent } from '../../server/bookings/consent/sealed-consent.ts'
import type { AccountHolderRow } from '../../server/members/members.queries.ts'
import type { Database, Queryable } from '../../server/platform/db/database.ts'
import type { FieldKeys } from '../../server/platform/keys/field-keys.ts'
import { insertStaff } from '../../server/staff/staff.queries.ts'
import { addConsents, addLivingSessions, addMembers } from './test-app.queries.ts'
import type { TestMember } from './test-app.ts'

const UNREADABLE = Buffer.alloc(1)
const HOUR = 3600
const METADATA_BYTES = 4_000

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
  return members.map((member, n) => ({ ...member, cookie: cookies[n] ?? '' }))
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
  return { cookie: await sign({ ...session, email }, 'aal2'), name }
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
  await saveConsentText(q, { version: wordsVersion, words: CONSENT_WORDS, now })
  const sealed = whose.map((one) => ({
    ...one,
    sealed: fieldKeys
      ? sealConsent(fieldKeys, { ...one, givenAt: now }, { answers: {} })
      : UNREADABLE,
  }))
  await addConsents(q, sealed, { psaTestDate: event.event_date, wordsVersion, givenAt: now })
}

/** Signs the tokens that the site's own accounts sign; the cookies of a browser after a sign-in by password. */
async function signer({ signingKeys, issuer }: { signingKeys: { keys: JWK[] }; issuer: string }) {
  const now = () => new Date()
  const keys = await readSigningKeys(signingKeys)
  const tokens = createAccessTokens({
    keys,
    issuer,
    seconds: HOUR,
    metadataLimit: METADATA_BYTES,
    now,
  })
  const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) }]
  return async (
    { userId: id, email, sessionId }: { userId: string; email: string; sessionId: string },
    aal = 'aal1',
  ): Promise<string> => {
    const appMetadata = { provider: 'email', providers: ['email'] }
    const userMetadata = { sub: id, email, email_verified: true, phone_verified: false }
    const own = { id, email, phone: null, appMetadata, userMetadata }
    const account = { ...own, aud: AUDIENCE, role: 'authenticated', isAnonymous: false }
    const { token } = await tokens.sign({ account, sessionId, aal, amr })
    return `at=${token}; signed_in=1`
  }
}
