import type { ClientInfo } from '../client-info.ts'
import type { Queryable } from '../db/database.ts'

/** More are not looked at, so that an account with many sign-ins costs no more than others. */
const MOST = 50

/** A JSON array of where the user's last sign-ins came from, of the audit log. */
export function lastSignInsOf(userId: string, since: string): string {
  return `(select coalesce(json_agg(json_build_object('ip', ip_address,
       'userAgent', coalesce(payload ->> 'user_agent', ''))), '[]')
     from (select ip_address, payload from auth.audit_log_entries
       where user_id = ${userId} and action = 'login' and created_at > ${since}
       order by created_at desc limit ${MOST}) latest)`
}

export async function findLastSignIns(
  q: Queryable,
  { userId, since }: { userId: string; since: Date },
): Promise<ClientInfo[]> {
  const { rows } = await q.query<{ lastSignIns: ClientInfo[] }>({
    name: 'last sign-ins',
    text: `select ${lastSignInsOf('$1', '$2')} as "lastSignIns"`,
    values: [userId, since],
  })
  return rows[0]?.lastSignIns ?? []
}
