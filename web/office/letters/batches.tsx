import { Link, useLoaderData } from 'react-router'
import type { LetterBatch } from '../../../domain/office/result-letters.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { batchState } from './letter-text.ts'

export const loader = listLoader<LetterBatch>((options) =>
  read('GET /api/office/letter-batches', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<LetterBatch>>()
  return (
    <ListPage
      title="Batches of letters"
      trail={[{ label: 'Letters', to: '/letters' }]}
      list={list}
      rowsName="batches"
      rowKey={({ id }) => id}
      columns={[
        { label: 'Batch', cell: ({ id }) => <Link to={`/letters/batches/${id}`}>Batch {id}</Link> },
        { label: 'Letters', align: 'end', cell: ({ letters }) => letters },
        {
          label: 'Made',
          cell: ({ made_at: at, made_by: by }) => `${momentInWords(new Date(at))}, ${by}`,
        },
        { label: 'State', cell: (batch) => batchState(batch) },
        { label: 'Printed again because', cell: ({ reason }) => reason ?? '' },
      ]}
    />
  )
}
