import { Link, useLoaderData } from 'react-router'
import type { ResultImport } from '../../../../domain/office/result-import-schemas.ts'
import { momentInWords } from '../../../../domain/uk-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { read } from '../../api.ts'
import { type LoadedList, listLoader } from '../../parts/list-loader.ts'
import { ListPage } from '../../parts/list-page.tsx'
import styles from './import.module.css'
import { openRows, STATE_WORDS } from './import-text.ts'

export const loader = listLoader<ResultImport>((options) =>
  read('GET /api/office/result-imports', options),
)

const numberOf = (n: number) => n.toLocaleString('en-GB')

export function Component() {
  const list = useLoaderData<LoadedList<ResultImport>>()
  return (
    <ListPage
      title="Result files"
      lede="Files from the laboratories. We compare each row with our samples before anything is recorded, and delete the file after 30 days."
      actions={
        <>
          <ButtonLink to="/results/imports/new">Upload a file</ButtonLink>
          <ButtonLink to="/laboratories" kind="quiet">
            Laboratories
          </ButtonLink>
        </>
      }
      list={list}
      rowsName="files"
      rowKey={({ id }) => id}
      csv={{ address: '/api/office/result-imports', fileName: 'result-imports.csv' }}
      empty={
        <p>
          No files have been uploaded yet.{' '}
          <Link to="/results/imports/new">Upload the first one</Link>
        </p>
      }
      columns={[
        {
          label: 'File',
          cell: ({ id, file }) => (
            <Link className={styles.long} to={`/results/imports/${id}`}>
              {file}
            </Link>
          ),
        },
        { label: 'Laboratory', cell: ({ lab }) => <span className={styles.long}>{lab}</span> },
        {
          label: 'State',
          cell: ({ state }) => (
            <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>
          ),
        },
        { label: 'Matched', align: 'end', cell: ({ rows }) => numberOf(rows.matched) },
        { label: 'To decide', align: 'end', cell: ({ rows }) => numberOf(openRows(rows)) },
        { label: 'Not readable', align: 'end', cell: ({ rows }) => numberOf(rows.errors) },
        { label: 'Recorded', align: 'end', cell: ({ rows }) => numberOf(rows.committed) },
        { label: 'Uploaded', cell: ({ at, by }) => `${momentInWords(new Date(at))}, ${by}` },
      ]}
    />
  )
}
