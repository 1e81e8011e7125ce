import { randomUUID } from 'node:crypto'
import { type JWK, SignJWT } from 'jose'
import { readSigningKeys } from '../auth/keys.ts'
import { CONSENT_VERSION, CONSENT_WORDS } from '../domain/consent.ts'
import type { CharityEvent } from '../domain/contract.ts'
import { keepConsentWords } from '../server/consent/queries.ts'
import type { Database } from '../server/db/database.ts'
import type { Member } from '../server/members/queries.ts'

export type Man = { member: Member; cookie: string }

/**
 * Signed-in members who consented for the event, made in the database: nobody hashes a password or
 * fills in a form here, so that a benchmark of bookings measures bookings.
 */
export async function makeCrowd(
  database: Database,
  crowd: { count: number; event: CharityEvent; signingKeys: { keys: JWK[] }; issuer: string },
): Promise<Man[]> {
  const users: string[] = Array.from({ length: crowd.count }, () => randomUUID())
  const sessions = users.map(() => randomUUID())
  await keepConsentWords(database.db, {
    version: CONSENT_VERSION,
    words: CONSENT_WORDS,
    now: new Date(),
  })
  const { rows } = await database.pool.query<{ id: number; user_id: string; email: string }>(
    `with men as (select * from unnest($1::uuid[], $2::uuid[]) as man (user_id, session_id)),
     accounts as (
       insert into auth.users (id, email, created_at, updated_at)
       select user_id, user_id || '@example.org', now(), now() from men
     ),
     living as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, refresh_token_hmac_key, refresh_token_counter)
       select session_id, user_id, now(), now(), 'aal1', '\\x00', 0 from men
     )
     insert into members (user_id, email, first_name, last_name, gender, date_of_birth, ethnicity, phone, home_address)
     select user_id, user_id || '@example.org', 'James', 'Carter', 'Male', '1968-05-14', 'Not stated', '447700900118', '14 Sample Street' from men
     returning id, user_id, email`,
    [users, sessions],
  )
  await database.pool.query(
    `insert into consents (member_id, event_id, words_version, psa_test_date, answers, terms, sample_consent, gp_sharing, disclaimer, given_at)
     select id, $1, $2, $3, '{}', true, true, false, true, now() from members where user_id = any($4::uuid[])`,
    [crowd.event.event_id, CONSENT_VERSION, crowd.event.event_date, users],
  )
  const sessionOf = new Map<string, string | undefined>(users.map((user, n) => [user, sessions[n]]))
  const sign = await signer(crowd)
  return Promise.all(
    rows.map(async ({ id, user_id: userId, email }) => ({
      member: {
        ...{ id, userId, email, firstName: 'James', lastName: 'Carter' },
        ...{ dateOfBirth: '1968-05-14', nhsConfirmedAt: null },
      },
      cookie: `at=${await sign({ userId, email, sessionId: sessionOf.get(userId) })}`,
    })),
  )
}

async function signer({ signingKeys, issuer }: { signingKeys: { keys: JWK[] }; issuer: string }) {
  const { kid, privateKey } = await readSigningKeys(signingKeys)
  return (man: { userId: string; email: string; sessionId: string | undefined }) =>
    new SignJWT({ role: 'authenticated', email: man.email, session_id: man.sessionId })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setSubject(man.userId)
      .setIssuer(issuer)
      .setAudience('authenticated')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
}
