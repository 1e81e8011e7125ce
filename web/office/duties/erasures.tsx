import { Link, useLoaderData } from 'react-router'
import type { ErasureRow } from '../../../domain/office/erasure-schemas.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { ERASURE_WORDS, erasureTone } from './erasure-text.ts'

export const loader = listLoader<ErasureRow>((options) => read('GET /api/office/erasures', options))

export function Component() {
  const list = useLoaderData<LoadedList<ErasureRow>>()
  return (
    <ListPage
      title="Erasure"
      lede="Members who have asked us to erase their data. By law we must answer within one month."
      list={list}
      rowsName="requests"
      rowKey={({ request_id: id }) => id}
      tabs={[
        { value: 'open', label: 'Open' },
        { value: 'done', label: 'Carried out' },
        { value: 'closed', label: 'Refused or withdrawn' },
      ]}
      csv={{ address: '/api/office/erasures', fileName: 'erasures.csv' }}
      empty={
        <p>
          There are no requests here. When a member asks in the portal, or you enter a request on
          their page, you will see it here.
        </p>
      }
      columns={[
        {
          label: 'Request',
          cell: ({ request_id: id, name, member_id: number }) => (
            <Link to={`/erasures/${id}`}>
              {name}, member {number}
            </Link>
          ),
        },
        { label: 'Asked', cell: ({ asked_at: at }) => momentInWords(new Date(at)) },
        { label: 'Answer by', cell: ({ due_on: date }) => dayInWords(date) },
        {
          label: 'State',
          cell: ({ state }) => <Badge tone={erasureTone(state)}>{ERASURE_WORDS[state]}</Badge>,
        },
        {
          label: 'Ended',
          cell: ({ ended_at: at, by }) =>
            at === null ? '' : `${momentInWords(new Date(at))}, by ${by ?? 'the member'}`,
        },
      ]}
    />
  )
}
