import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ResultLaboratory } from '../../../../domain/office/result-import-schemas.ts'
import { momentInWords } from '../../../../domain/uk-time.ts'
import { read } from '../../api.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { OfficePage } from '../../parts/office-page.tsx'
import styles from './import.module.css'

export async function loader({ request }: LoaderFunctionArgs): Promise<ResultLaboratory[]> {
  return (await read('GET /api/office/result-laboratories', { signal: request.signal })).data
}

export function Component() {
  const labs = useLoaderData<ResultLaboratory[]>()
  return (
    <OfficePage
      title="Laboratories"
      trail={[{ label: 'Result files', to: '/results/imports' }]}
      lede="How we read each laboratory’s files. The office adds laboratories under Products."
    >
      {labs.length === 0 ? (
        <p>There are no laboratories yet.</p>
      ) : (
        <DataTable
          caption="Laboratories"
          hideCaption
          rows={labs}
          rowKey={({ lab_id: id }) => id}
          columns={[
            {
              label: 'Laboratory',
              cell: ({ lab_id: id, name }) => (
                <Link className={styles.long} to={`/laboratories/${id}/columns`}>
                  {name}
                </Link>
              ),
            },
            {
              label: 'Column map',
              cell: ({ map_version: version }) =>
                version === 0 ? 'None yet, so we cannot read its files' : `Version ${version}`,
            },
            {
              label: 'Saved',
              cell: ({ map_saved_at: at, map_saved_by: by }) =>
                at && `${momentInWords(new Date(at))}, ${by}`,
            },
          ]}
        />
      )}
    </OfficePage>
  )
}
