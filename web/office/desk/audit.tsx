import { useLoaderData } from 'react-router'
import type { AuditRow } from '../../../domain/office/contract.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import styles from './desk.module.css'
import { detailLines } from './detail-lines.ts'

export const loader = listLoader<AuditRow>((options) => read('GET /api/office/audit', options))

export function Component() {
  const list = useLoaderData<LoadedList<AuditRow>>()
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
      csv={{ address: '/api/office/audit', fileName: 'audit-log.csv' }}
      columns={[
        { label: 'What', cell: ({ action }) => action },
        { label: 'When', cell: ({ at }) => momentInWords(new Date(at)) },
        { label: 'Who', cell: ({ by }) => by ?? 'The system' },
        { label: 'To what', cell: ({ subject }) => subject },
        {
          label: 'Details',
          cell: ({ details }) => <Details lines={detailLines(details)} />,
        },
      ]}
    />
  )
}

function Details({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div className={styles.details}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
