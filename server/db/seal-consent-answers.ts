import type pg from 'pg'
import { type SealedConsent, sealConsent } from '../consent/sealed-consent.ts'
import type { FieldKeys } from '../platform/field-keys.ts'

const AT_ONCE = 1_000

type ClearRow = {
  id: number
  member_id: number
  event_id: number
  given_at: Date
  answers: SealedConsent['answers']
}

/** Step of migration 0011. Throws Error when there are answers but no keys. */
export async function sealConsentAnswers(
  client: pg.ClientBase,
  fieldKeys: FieldKeys | null,
): Promise<void> {
  for (;;) {
    const { rows } = await client.query<ClearRow>(
      `select id, member_id, event_id, given_at, answers from consents
       where sealed is null order by id limit ${AT_ONCE}`,
    )
    if (rows.length === 0) return
    if (!fieldKeys) throw new Error('Consents have clear answers: sealing them needs FIELD_KEYS')
    const sealed = rows.map((row) =>
      sealConsent(
        fieldKeys,
        { memberId: row.member_id, eventId: row.event_id, givenAt: row.given_at },
        { answers: row.answers },
      ),
    )
    await client.query(
      `update consents set sealed = one.sealed
       from unnest($1::bigint[], $2::bytea[]) as one (id, sealed) where consents.id = one.id`,
      [rows.map(({ id }) => id), sealed],
    )
  }
}
