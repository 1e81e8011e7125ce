import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { AUDIT_CHOICES } from '../../../domain/office/audit-actions.ts'
import type { AuditRow } from '../../../domain/office/contract.ts'
import { detailLines } from '../../../domain/office/detail-lines.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Option } from '../../ui/field.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useListSearch } from '../parts/use-list-search.ts'
import { useCan } from '../session.ts'
import styles from './desk.module.css'
import { loadStaffOptions } from './load-staff-options.ts'

const FILTERS = ['staff_id', 'from', 'to', 'record', 'action', 'event_id', 'member_id'] as const

const loadList = listLoader<AuditRow, (typeof FILTERS)[number]>(
  (options) => read('GET /api/office/audit', options),
  FILTERS,
)

export async function loader(args: LoaderFunctionArgs) {
  const [list, staff] = await Promise.all([loadList(args), loadStaffOptions(args.request.signal)])
  return { list, staff }
}

const RECORDS: readonly Option[] = [
  { value: 'event', label: 'Events' },
  { value: 'member', label: 'Members' },
  { value: 'appointment', label: 'Appointments' },
  { value: 'payment', label: 'Payments' },
  { value: 'staff', label: 'Staff' },
  { value: 'letter', label: 'Letters' },
  { value: 'product', label: 'Products' },
  { value: 'settings', label: 'Settings' },
  { value: 'banner', label: 'Banners' },
  { value: 'newsletter', label: 'Newsletters' },
]

export function Component() {
  const { list, staff } = useLoaderData<{ list: LoadedList<AuditRow>; staff: Option[] }>()
  return (
    <ListPage
      title="Audit log"
      lede={
        <>
          Every change, newest first. Nobody can alter or delete it. Only clinicians can read the
          details about a member’s care. <OnlyOne rows={list.data} />
        </>
      }
      actions={
        <ButtonLink kind="quiet" to="/access-log">
          Who looked at records
        </ButtonLink>
      }
      list={list}
      rowsName="entries"
      rowKey={({ id }) => id}
      filter="Search for an action, a record or an event’s name"
      choices={[
        { name: 'staff_id', label: 'Who', options: staff },
        { name: 'action', label: 'What', options: AUDIT_CHOICES },
        { name: 'record', label: 'To what', options: RECORDS },
        { name: 'from', label: 'From' },
        { name: 'to', label: 'To' },
      ]}
      csv={{ address: '/api/office/audit', fileName: 'audit-log.csv' }}
      columns={[
        { label: 'What', cell: ({ action }) => action },
        { label: 'When', cell: ({ at }) => momentInWords(new Date(at)) },
        { label: 'Who', cell: ({ by }) => by ?? 'The system' },
        { label: 'To what', cell: (row) => <About {...row} /> },
        {
          label: 'Details',
          cell: ({ details, names }) => <Details lines={detailLines(details, names)} />,
        },
      ]}
    />
  )
}

/** More would push the next entries off the screen. */
const MOST_LINES = 8

/** Says that the list has only what one event or one member has, and leads back to all. */
function OnlyOne({ rows }: { rows: readonly AuditRow[] }) {
  const search = useListSearch()
  const [event, member] = [search.get('event_id'), search.get('member_id')]
  if (event === null && member === null) return null
  const record = event === null ? `member ${member}` : `event ${event}`
  const about = rows.find(({ subject }) => subject === record)?.about ?? record
  const all = new URLSearchParams(search)
  all.delete('event_id')
  all.delete('member_id')
  return (
    <>
      These are the entries about {about}. <Link to={{ search: `?${all}` }}>Show all entries</Link>
    </>
  )
}

/** With a link to the record, where there is a screen of it. */
function About({ subject, about, member_id: memberId }: AuditRow) {
  const [kind = '', id = ''] = subject.split(' ')
  const maySee = {
    event: useCan('events.read'),
    member: useCan('members.read'),
    payment: useCan('payments.read'),
    staff: useCan('staff.write'),
  }
  const isOne = /^[\w-]+ (?:\d+|[0-9a-f-]{36})$/.test(subject)
  const to =
    kind === 'appointment' || kind === 'letter'
      ? maySee.member && memberId !== null && `/members/${memberId}`
      : isScreen(kind) && maySee[kind] && `${SCREENS[kind]}${id}`
  return isOne && to ? <Link to={to}>{about}</Link> : about
}

const SCREENS = {
  event: '/events/',
  member: '/members/',
  payment: '/payments/',
  staff: '/staff/',
} as const

function isScreen(kind: string): kind is keyof typeof SCREENS {
  return Object.hasOwn(SCREENS, kind)
}

function Details({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null
  const shown = (
    <div className={styles.details}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
  if (lines.length <= MOST_LINES) return shown
  return (
    <details>
      <summary>{lines.length} details</summary>
      {shown}
    </details>
  )
}
