import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { isOwn, listOwnNames } from './own-objects.ts'

/** Owns the functions that erase; nobody connects as it (decision 31). */
export const ERASURE_ROLE = 'charity_erasure'

const MEMBER_COLUMNS = [
  'address_lines',
  'billing_address',
  'care_of',
  'contact_by',
  'date_of_birth',
  'died_at',
  'email',
  'erased_at',
  'ethnicity',
  'first_name',
  'gender',
  'home_address',
  'is_active',
  'is_verified',
  'last_name',
  'latin_first_name',
  'latin_last_name',
  'nhs_confirmed_at',
  'nhs_gp_email',
  'nhs_gp_phone_number',
  'nhs_number',
  'nhs_number_index',
  'ni_number',
  'occupation',
  'phone',
  'phone_code_hash',
  'phone_code_sent_at',
  'phone_code_tries',
  'postcode',
  'proven_phone',
  'seal_id',
  'staff_may_open',
  'support_needs',
  'support_note',
  'support_note_seal_id',
  'support_note_sealed',
  'town',
  'updated_at',
  'user_id',
  'version',
  'wants_contact',
]
/** Exactly what its functions need; 'UPDATE(name)' is for one column. */
const RIGHTS: Record<string, readonly string[]> = {
  access_grants: ['DELETE', 'SELECT'],
  access_log: ['DELETE', 'SELECT'],
  appointments: ['DELETE', 'SELECT'],
  attendance: ['DELETE', 'SELECT'],
  attendance_actions: ['DELETE', 'SELECT'],
  audit_log: ['DELETE', 'SELECT', 'UPDATE(details)'],
  bulk_action_items: ['DELETE', 'SELECT'],
  capacity_entries: ['DELETE', 'SELECT'],
  care_loop_steps: ['DELETE', 'SELECT'],
  care_loops: [
    'DELETE',
    'SELECT',
    'UPDATE(closed_at)',
    'UPDATE(closed_because)',
    'UPDATE(closing)',
    'UPDATE(is_to_ring)',
    'UPDATE(next_step_at)',
  ],
  claim_letter_requests: ['DELETE', 'SELECT'],
  claim_letters: ['DELETE', 'SELECT'],
  consent_links: ['DELETE', 'SELECT'],
  consent_withdrawals: ['DELETE', 'SELECT'],
  consents: ['DELETE', 'SELECT'],
  contact_messages: ['DELETE', 'SELECT'],
  message_entries: ['DELETE', 'SELECT'],
  contact_stops: ['DELETE', 'SELECT'],
  erasure_exceptions: ['DELETE', 'SELECT'],
  dispute_events: ['DELETE', 'SELECT'],
  erasure_log: ['INSERT', 'SELECT'],
  erasure_requests: ['SELECT', 'UPDATE(carried_out_at)'],
  follow_up_answers: ['DELETE', 'SELECT'],
  follow_up_links: ['DELETE', 'SELECT'],
  gp_appointments: ['DELETE', 'SELECT'],
  idempotent_answers: ['DELETE', 'SELECT'],
  identity_changes: ['DELETE', 'SELECT'],
  identity_reviews: ['DELETE', 'SELECT', 'UPDATE(note)'],
  invitations: ['DELETE', 'SELECT'],
  kept_identities: ['DELETE', 'SELECT'],
  lab_results: ['DELETE', 'SELECT'],
  ledger_entries: ['DELETE', 'SELECT'],
  likely_doubles: ['DELETE', 'SELECT'],
  match_keys: ['DELETE', 'SELECT'],
  incident_entries: ['DELETE', 'SELECT'],
  member_notes: ['DELETE', 'SELECT'],
  member_merges: ['SELECT', 'UPDATE(reason)', 'UPDATE(sealed)'],
  members: ['SELECT', ...MEMBER_COLUMNS.map((column) => `UPDATE(${column})`)],
  merge_requests: ['DELETE', 'SELECT'],
  merged_results: ['DELETE', 'SELECT'],
  money_differences: ['DELETE', 'SELECT'],
  near_alert_mails: ['DELETE', 'SELECT'],
  near_alerts: ['DELETE', 'SELECT'],
  newsletter_mails: ['DELETE', 'SELECT'],
  newsletter_subscriptions: ['DELETE', 'SELECT'],
  notices: ['DELETE', 'SELECT'],
  owed_refund_outcomes: ['DELETE', 'SELECT'],
  owed_refunds: ['DELETE', 'SELECT'],
  payment_links: ['DELETE', 'SELECT'],
  payments: ['DELETE', 'SELECT', 'UPDATE(card)', 'UPDATE(last_answer)'],
  pending_profiles: ['DELETE', 'SELECT'],
  places: ['SELECT', 'UPDATE(appointment_id)'],
  recalls: ['DELETE', 'SELECT'],
  record_claims: ['DELETE', 'SELECT'],
  preparation_answers: ['DELETE', 'SELECT'],
  preparation_links: ['DELETE', 'SELECT'],
  refund_requests: ['DELETE', 'SELECT'],
  refunds: ['DELETE', 'SELECT'],
  result_import_rows: ['DELETE', 'SELECT'],
  result_letters: ['DELETE', 'SELECT'],
  result_reviews: ['DELETE', 'SELECT'],
  results: ['DELETE', 'SELECT'],
  retests: ['DELETE', 'SELECT'],
  sent_messages: ['DELETE', 'SELECT'],
  unannounced_results: ['DELETE', 'SELECT'],
  transaction_reports: ['DELETE', 'SELECT', 'UPDATE(record)'],
  tubes: ['DELETE', 'SELECT'],
  upcoming_appointments: ['DELETE', 'SELECT'],
  venue_takings: ['DELETE', 'SELECT'],
  waiting_list: ['DELETE', 'SELECT'],
  webhook_events: ['SELECT', 'UPDATE(body)'],
}
/** Signatures; each is defined in erasure/NAME.sql, and made again when that file changes. */
const FUNCTIONS = [
  'kept_audit_details(jsonb)',
  'erase_member(bigint, timestamptz, boolean)',
  'members_with_old_records(timestamptz)',
  'delete_health_records(bigint[], timestamptz, timestamptz, bigint[], bytea[])',
  'old_payments(timestamptz)',
  'delete_payments(uuid[], timestamptz, timestamptz)',
] as const
const FOLDER = new URL('./erasure/', import.meta.url)

/**
 * Gives the role its rights and its functions, which `siteRole` may call. Does nothing without the
 * role: the office then refuses to erase. `client` is in a transaction.
 */
export async function grantErasureRights(client: pg.ClientBase, siteRole: string): Promise<void> {
  if (!(await isRoleUsable(client))) return
  for (const { table, rights } of await listRights(client)) {
    const wanted = RIGHTS[table] ?? []
    if (rights.join() === wanted.toSorted().join()) continue
    await client.query(`revoke all on ${table} from ${ERASURE_ROLE}`)
    for (const right of wanted)
      await client.query(`grant ${right.replace('(', ' (')} on ${table} to ${ERASURE_ROLE}`)
  }
  for (const signature of FUNCTIONS) await defineFunction(client, { signature, siteRole })
}

async function isRoleUsable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'MEMBER')`,
    [ERASURE_ROLE],
  )
  return rows.length > 0
}

async function listRights(client: pg.ClientBase): Promise<{ table: string; rights: string[] }[]> {
  const { rows } = await client.query<{ table: string; rights: string[] }>(
    `select c.relname::text as table,
       array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = r.oid
         union select a.privilege_type || '(' || f.attname || ')' from pg_attribute f,
           aclexplode(f.attacl) a where f.attrelid = c.oid and a.grantee = r.oid
         order by 1) as rights
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_roles r on r.rolname = $1
     where n.nspname = 'public' and c.relkind = 'r' and ${isOwn('$2')}
     order by c.oid`,
    [ERASURE_ROLE, await listOwnNames()],
  )
  return rows
}

/** As the role itself, which then owns it; the comment tells the version. */
async function defineFunction(
  client: pg.ClientBase,
  { signature, siteRole }: { signature: string; siteRole: string },
): Promise<void> {
  const name = signature.slice(0, signature.indexOf('('))
  const text = await readFile(new URL(`${name}.sql`, FOLDER), 'utf8')
  const version = createHash('sha256').update(text).digest('hex')
  const { rows } = await client.query(
    `select obj_description(to_regprocedure($1), 'pg_proc') = $2
       and has_function_privilege($3, to_regprocedure($1), 'EXECUTE') as same`,
    [signature, version, siteRole],
  )
  if (rows[0]?.same) return
  await client.query(`grant create on schema public to ${ERASURE_ROLE}`)
  await client.query(`set local role ${ERASURE_ROLE}`)
  await client.query(text)
  await client.query(`comment on function ${signature} is ${client.escapeLiteral(version)}`)
  await client.query(`revoke all on function ${signature} from public`)
  const site = client.escapeIdentifier(siteRole)
  await client.query(`grant execute on function ${signature} to ${site}`)
  await client.query('reset role')
  await client.query(`revoke create on schema public from ${ERASURE_ROLE}`)
}
