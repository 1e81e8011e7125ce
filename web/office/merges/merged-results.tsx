import { useLoaderData } from 'react-router'
import type { UnnamedResult } from '../../../domain/office/merge-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { read, write } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useAction } from '../parts/use-action.ts'

export const loader = listLoader<UnnamedResult>((options) =>
  read('GET /api/office/merged-results', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<UnnamedResult>>()
  return (
    <ListPage
      title="Results of merged records"
      lede="The member cannot see these results yet. Show a result only if you are sure it is theirs."
      list={list}
      rowsName="results"
      rowKey={({ result_id: id }) => id}
      empty={<p>There are no results waiting.</p>}
      columns={[
        { label: 'Member', cell: ({ member_name: name }) => name },
        {
          label: 'Records',
          cell: ({ member_id: id, merged_id: from }) => `${id}, merged from ${from}`,
        },
        { label: 'Sample', cell: ({ sample_date: day }) => (day ? dayInWords(day) : 'Not known') },
        { label: 'Event', cell: ({ event_name: name }) => name ?? 'Not known' },
        { label: 'Recorded', cell: ({ recorded_on: day }) => dayInWords(day) },
        { label: 'Next step', cell: (result) => <Show {...result} /> },
      ]}
    />
  )
}

function Show({ result_id: id, member_name: name, sample_date: day }: UnnamedResult) {
  const { isPending, run } = useAction(async () => {
    const isSure = await confirm({
      title: `Show this result to ${name}?`,
      text: 'The member will be able to see it in the portal. You cannot undo this.',
      yes: 'Show the result',
      no: 'Leave it hidden',
    })
    if (isSure) await write('POST /api/office/merged-results/:id', { params: { id } })
  })
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`Show to the member: ${name}, sample of ${day ?? 'an unknown day'}`}
      onClick={run}
    >
      Show to the member
    </Button>
  )
}
