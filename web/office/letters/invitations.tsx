import { useLoaderData } from 'react-router'
import type { LetterToPrint } from '../../../domain/office/claim-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { download, read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useAction } from '../parts/use-action.ts'

export const loader = listLoader<LetterToPrint>((options) =>
  read('GET /api/office/claim-letter-requests', options),
)

/** Letters with a code that the office has asked for; printed by those who may read results. */
export function Component() {
  const list = useLoaderData<LoadedList<LetterToPrint>>()
  return (
    <ListPage
      title="Invitations to print"
      trail={[{ label: 'Letters', to: '/letters' }]}
      lede="The office asked for these letters. The code in a letter opens the member’s appointments and results, so print it yourself, close the envelope, and only then hand it to the office for the post. Until it is posted you can print it again. The earlier code then stops working."
      list={list}
      rowsName="invitations"
      rowKey={({ request_id: id }) => id}
      empty={
        <p>
          There are no letters to print. When the office asks for one on a member’s page, you will
          see it here.
        </p>
      }
      columns={[
        { label: 'To', cell: ({ name }) => name },
        { label: 'Address', cell: ({ address }) => address.join(', ') },
        { label: 'Print', cell: ({ is_large_print: isLarge }) => (isLarge ? 'Large' : 'Usual') },
        {
          label: 'Asked for',
          cell: ({ asked_at: at, asked_by: by }) => `${momentInWords(new Date(at))}, ${by}`,
        },
        {
          label: 'Printed',
          cell: ({ printed_at: at }) => (at === null ? '' : momentInWords(new Date(at))),
        },
        { label: 'Next step', cell: (request) => <Print {...request} /> },
      ]}
    />
  )
}

function Print({
  request_id: id,
  member_id: memberId,
  name,
  printed_at: at,
  against,
}: LetterToPrint) {
  const { isPending, run } = useAction(async () => {
    const call = 'POST /api/office/claim-letter-requests/:id/print'
    await download(call, `letter-${memberId}.pdf`, { params: { id } })
  })
  if (against !== null) return against
  const label = at === null ? 'Print' : 'Print again'
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`${label}: the letter to ${name}`}
      onClick={run}
    >
      {label}
    </Button>
  )
}
