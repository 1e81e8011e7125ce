import type { ClientInfo } from '../client-info.ts'
import { asyncCommit, type Queryable } from '../db/database.ts'
import type { Account } from '../user.ts'
import { lastSignInsOf } from './sign-ins.queries.ts'
import { ACCOUNT } from './users.queries.ts'

export type Failures = { failures: number; lastFailedAt: Date }

/** The failures counted under each key; keys without any are missing. */
export async function findFailures(q: Queryable, keys: string[]): Promise<Map<string, Failures>> {
  const { rows } = await q.query<Failures & { key: string }>(
    `select key, failures, last_failed_at as "lastFailedAt" from auth.failed_attempts where key = any($1)`,
    [keys],
  )
  return new Map(rows.map(({ key, ...failures }) => [key, failures]))
}

/**
 * The account with this address or number, or null, its last sign-ins `since` then, and the failures
 * as from findFailures.
 */
export async function findAccountAndFailures(
  q: Queryable,
  { email, phone, keys, since }: { email: string; phone: string; keys: string[]; since: Date },
): Promise<{
  account: Account | null
  lastSignIns: ClientInfo[]
  failures: Map<string, Failures>
}> {
  const { rows } = await q.query<Row>({
    name: phone ? 'sign-in by number' : 'sign-in by address',
    text: `select counted, account.*, ${lastSignInsOf('account.id', '$3')} as "lastSignIns" from (
       select coalesce(json_agg(json_build_array(key, failures, last_failed_at)), '[]') as counted
       from auth.failed_attempts where key = any($2)) attempts
     left join (select ${ACCOUNT} from auth.users where deleted_at is null
       and ${phone ? 'phone = $1' : 'email = $1 and is_sso_user = false'}) account on true`,
    values: [phone || email, keys, since],
  })
  const { counted = [], lastSignIns = [], id = null, ...account } = rows[0] ?? {}
  const failures = counted.map(([key, failures, lastFailedAt]) => {
    return [key, { failures, lastFailedAt: new Date(lastFailedAt) }] as const
  })
  return {
    account: id === null ? null : ({ id, ...account } as Account),
    lastSignIns,
    failures: new Map(failures),
  }
}

type Row = Omit<Account, 'id'> & {
  id: string | null
  lastSignIns: ClientInfo[]
  counted: Counted
}

type Counted = [key: string, failures: number, lastFailedAt: string][]

export type Failure = { key: string; forgetBefore: Date }

/** Counts one failure of each key; resets a count whose last failure is older than `forgetBefore`. */
export async function addFailures(q: Queryable, failed: Failure[], now: Date): Promise<void> {
  // In the order of the keys, so that concurrent calls do not deadlock.
  await q.query(
    `insert into auth.failed_attempts (key, failures, last_failed_at)
     select key, 1, $2 from unnest($1::text[]) as key${asyncCommit(q)} order by key
     on conflict (key) do update set last_failed_at = $2,
       failures = case
         when failed_attempts.last_failed_at < ($3::timestamptz[])[array_position($1, excluded.key)]
         then 1 else failed_attempts.failures + 1 end`,
    [failed.map(({ key }) => key), now, failed.map(({ forgetBefore }) => forgetBefore)],
  )
}

export async function forgetFailures(q: Queryable, key: string): Promise<void> {
  await q.query(
    `delete from auth.failed_attempts using cast($1 as text) as gone${asyncCommit(q)} where key = gone`,
    [key],
  )
}
