import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { shownReason } from '../../../domain/office/audit-text.ts'
import { helpInWords } from '../../../domain/office/consent-help.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { paymentStateText } from '../../../domain/office/payment-state-text.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { changeText, consentText, mailText } from './history-text.ts'
import styles from './member.module.css'

export function Payments({ payments }: Pick<OfficeMember, 'payments'>) {
  return (
    <Part
      title="Payments"
      rows={payments}
      rowKey={({ payment_id: id }) => id}
      columns={[
        {
          label: 'Begun',
          cell: ({ payment_id: id, begun_at: at }) => (
            <Link to={`/payments/${id}`}>{moment(at)}</Link>
          ),
        },
        {
          label: 'For',
          cell: ({ event_name: name, date, time }) => `${name}, ${dayInWords(date)}, ${time}`,
        },
        { label: 'State', cell: (one) => paymentStateText(one.state, one.is_undone) },
        { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
        {
          label: 'Refunded',
          align: 'end',
          cell: ({ refunded_pence: pence }) => (pence > 0 ? pounds(pence) : ''),
        },
      ]}
    />
  )
}

export function Waits({ waits }: Pick<OfficeMember, 'waits'>) {
  return (
    <Part
      title="Waiting lists"
      rows={waits}
      rowKey={({ event_id: id, joined_at: at }) => `${id} ${at}`}
      columns={[
        {
          label: 'Event',
          cell: ({ event_id: id, event_name: name }) => <Link to={`/events/${id}`}>{name}</Link>,
        },
        { label: 'State', cell: ({ status }) => status },
        { label: 'Joined', cell: ({ joined_at: at }) => moment(at) },
        { label: 'Ended', cell: ({ closed_at: at }) => at && moment(at) },
      ]}
    />
  )
}

export function Consents({ consents }: Pick<OfficeMember, 'consents'>) {
  return (
    <Part
      title="Consents"
      rows={consents}
      rowKey={({ event_id: id }) => id}
      columns={[
        {
          label: 'Event',
          cell: ({ event_id: id, event_name: name }) => <Link to={`/events/${id}`}>{name}</Link>,
        },
        { label: 'State', cell: ({ state }) => consentText(state) },
        { label: 'Given', cell: ({ given_at: at }) => moment(at) },
        {
          label: 'How',
          cell: ({ channel, taken_by: by, taken_with: help }) =>
            [by ? `${channel}, taken by ${by}` : channel, help && helpInWords(help)]
              .filter(Boolean)
              .join('. '),
        },
      ]}
    />
  )
}

export function Mails({ mails }: Pick<OfficeMember, 'mails'>) {
  return (
    <Part
      title="Messages to the member"
      note="Emails and texts from the last year. You can read those about appointments and those from the office as the member got them, without the links."
      rows={mails}
      rowKey={({ about, at }) => `${about} ${at}`}
      columns={[
        { label: 'About', cell: ({ about }) => about },
        { label: 'Words', cell: ({ words }) => words && <Texts {...words} /> },
        { label: 'State', cell: ({ state }) => mailText(state) },
        { label: 'When', cell: ({ at }) => moment(at) },
      ]}
    />
  )
}

function Texts({ subject, text }: NonNullable<OfficeMember['mails'][number]['words']>) {
  return (
    <details>
      <summary>{subject}</summary>
      <p className={styles.message}>{text}</p>
    </details>
  )
}

export function Changes({ changes }: Pick<OfficeMember, 'changes'>) {
  return (
    <Part
      title="Changes to contact details"
      rows={changes.toReversed()}
      rowKey={({ at }) => at}
      columns={[
        { label: 'When', cell: ({ at }) => moment(at) },
        { label: 'Who', cell: ({ by }) => by || 'a colleague' },
        {
          label: 'What',
          cell: (change) => (
            <div className={`${styles.lines} ${styles.typed}`}>
              {changeText(change).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </div>
          ),
        },
        { label: 'Why', cell: ({ reason }) => shownReason(reason) },
      ]}
    />
  )
}

export function Reads({ reads }: { reads: OfficeMember['who_looked'] }) {
  return (
    <Part
      title="Who has looked at this record"
      note="The last 100 times somebody opened this record or a result."
      rows={inARow(reads)}
      rowKey={({ n }) => n}
      columns={[
        { label: 'When', cell: ({ at }) => moment(at) },
        {
          label: 'Who',
          cell: ({ by, role }) => (by === 'the member' ? by : `${by || 'a colleague'} (${role})`),
        },
        {
          label: 'What',
          cell: ({ what, times }) => (times > 1 ? `${what}, ${times} times` : what),
        },
        { label: 'Why', cell: ({ reason }) => shownReason(reason) },
      ]}
    />
  )
}

type Read = OfficeMember['who_looked'][number]

/** The newest of what one person read in a row for one reason, with how many times. */
function inARow(reads: readonly Read[]): (Read & { n: number; times: number })[] {
  const rows: (Read & { n: number; times: number })[] = []
  for (const [n, read] of reads.entries()) {
    const last = rows.at(-1)
    if (last && isSame(last, read)) last.times += 1
    else rows.push({ ...read, n, times: 1 })
  }
  return rows
}

function isSame(one: Read, other: Read): boolean {
  return (
    one.by === other.by &&
    one.role === other.role &&
    one.what === other.what &&
    one.reason === other.reason
  )
}

type PartProps<Row> = {
  title: string
  note?: ReactNode
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  columns: readonly Column<Row>[]
}

function Part<Row>({ title, note, ...table }: PartProps<Row>) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p className={styles.small}>{note}</p>}
      {table.rows.length === 0 ? (
        <p>There are none.</p>
      ) : (
        <DataTable caption={title} hideCaption {...table} />
      )}
    </section>
  )
}

function moment(at: string): string {
  return momentInWords(new Date(at))
}
