import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { AuditRow } from '../../../domain/office/contract.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Option } from '../../ui/field.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'
import styles from './desk.module.css'
import { detailLines } from './detail-lines.ts'
import { loadStaffOptions } from './load-staff-options.ts'

const loadList = listLoader<AuditRow, 'staff_id' | 'from' | 'to' | 'record'>(
  (options) => read('GET /api/office/audit', options),
  ['staff_id', 'from', 'to', 'record'],
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
      lede="Every change, newest first. Nobody can alter or delete it. Only clinicians can read the details about a member’s care."
      actions={
        <ButtonLink kind="quiet" to="/access-log">
          Who looked at records
        </ButtonLink>
      }
      list={list}
      rowsName="entries"
      rowKey={({ id }) => id}
      filter="Search for an action or a record"
      choices={[
        { name: 'staff_id', label: 'Who', options: staff },
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
          cell: ({ details }) => <Details lines={detailLines(details)} />,
        },
      ]}
    />
  )
}

/** More would push the next entries off the screen. */
const MOST_LINES = 8

const SCREENS: Readonly<Record<string, string>> = { event: '/events/', member: '/members/' }

/** With a link to the record, where there is a screen of it. */
function About({ subject, about }: AuditRow) {
  const mayOpen = { event: useCan('events.read'), member: useCan('members.read') }
  const [, kind, id] = /^(event|member) (\d+)$/.exec(subject) ?? []
  if ((kind !== 'event' && kind !== 'member') || !mayOpen[kind]) return about
  return <Link to={`${SCREENS[kind]}${id}`}>{about}</Link>
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
