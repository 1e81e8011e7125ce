// The names of the records that the audit log has the ids of.

import { pounds } from '../../../domain/money.ts'
import { detailLabel, type RecordKind } from '../../../domain/office/audit-details.ts'
import { hasPermission, type Role } from '../../../domain/office/permissions.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listRecordNames } from './logs.queries.ts'

const RECORD = /^(event|member|staff|appointment|payment|letter) (\d{1,15}|[0-9a-f-]{36})$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** 'event 12' of each record that the details name; counts and words are left out. */
export function recordsIn(details: unknown): string[] {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return []
  return Object.entries(details).flatMap(([name, value]) => {
    const label = detailLabel(name)
    if (!label?.names) return recordsIn(value)
    const values = Array.isArray(value) ? value : label.isList ? [] : [value]
    return values.flatMap((one) => {
      const record = `${label.names} ${one}`
      return isRecord(record) ? [record] : []
    })
  })
}

function isRecord(record: string): boolean {
  const [, kind, id = ''] = RECORD.exec(record) ?? []
  return kind !== undefined && UUID.test(id) === (kind === 'payment')
}

/**
 * Names records such as 'event 12': the event with its day, the colleague, and, for those who may read members, the
 * member. Sums are for those who may read payments. A record that is gone or may not be read has no name.
 */
export async function nameRecords(
  q: Queryable,
  { records, roles }: { records: readonly string[]; roles: readonly Role[] },
): Promise<ReadonlyMap<string, string>> {
  const withMembers = hasPermission(roles, 'members.read')
  const withMoney = hasPermission(roles, 'payments.read')
  const wanted = [...new Set(records)].filter(isRecord)
  const idsOf = (kind: RecordKind, isShown = true) =>
    wanted.flatMap((record) => {
      const [named, id = ''] = record.split(' ')
      return isShown && named === kind ? [id] : []
    })
  const found = await listRecordNames(q, {
    event: idsOf('event'),
    member: idsOf('member', withMembers),
    staff: idsOf('staff'),
    appointment: idsOf('appointment'),
    payment: idsOf('payment', withMembers || withMoney),
    letter: idsOf('letter', withMembers),
  })
  const person = ({ first, last }: { first: string; last: string }) =>
    withMembers ? [`${first} ${last}`] : []
  const day = ({ event, startsAt }: { event: string; startsAt: Date }) =>
    `${event}, ${dayInWords(ukDate(startsAt))}`
  return new Map([
    ...found.ofEvents.map((row) => [`event ${row.id}`, day(row)] as const),
    ...found.ofMembers.map((row) => [`member ${row.id}`, person(row).join('')] as const),
    ...found.ofStaff.map(({ id, name }) => [`staff ${id}`, name] as const),
    ...found.ofAppointments.map(
      (row) => [`appointment ${row.id}`, [...person(row), day(row)].join(', ')] as const,
    ),
    ...found.ofPayments.map((row) => {
      const sum = withMoney ? [pounds(row.pence)] : []
      const on = `on ${dayInWords(ukDate(row.createdAt))}`
      return [`payment ${row.id}`, [...sum, ...person(row), on].join(', ')] as const
    }),
    ...found.ofLetters.map(
      (row) =>
        [`letter ${row.id}`, `to ${RECIPIENTS[row.recipient]}${person(row).join('')}`] as const,
    ),
  ])
}

const RECIPIENTS = { member: '', gp: 'the GP of ' } as const
