import { Link, useLoaderData, useNavigate } from 'react-router'
import type { LetterState, ResultLetter } from '../../../domain/office/result-letters.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { shortDate } from '../../portal/results/short-date.ts'
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx'
import { read, write } from '../api.ts'
import type { Column } from '../parts/data-table.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { PersonBadges } from '../parts/person-badges.tsx'
import { useAction } from '../parts/use-action.ts'
import { addresseeOf, collectedInWords } from './letter-text.ts'

export const loader = listLoader<ResultLetter>((options) =>
  read('GET /api/office/letters', options),
)

const TABS = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'printed', label: 'Printed' },
  { value: 'to_collect', label: 'To collect' },
  { value: 'collected', label: 'Collected' },
  { value: 'posted', label: 'Posted' },
  { value: 'returned', label: 'Returned' },
]

/** Letters with results to members and surgeries; nothing of a result is shown here. */
export function Component() {
  const list = useLoaderData<LoadedList<ResultLetter>>()
  const tab = (list.query.tab ?? 'waiting') as LetterState
  return (
    <ListPage
      title="Letters"
      lede="When a result is released, we make a letter if the member has no online account or asked for post, and for the GP surgery if the member agreed. Make a batch, print it, check it against the cover list, and post it."
      actions={
        <>
          <MakeBatch
            isOffered={
              tab === 'waiting' &&
              list.data.some(({ batch_id: id, is_held: isHeld }) => id === null && !isHeld)
            }
          />
          <ButtonLink kind="quiet" to="/letters/invitations">
            Invitations to print
          </ButtonLink>
          <ButtonLink kind="quiet" to="/letters/batches">
            Batches
          </ButtonLink>
        </>
      }
      list={list}
      rowsName="letters"
      filter="Name or date of birth of the member"
      tabs={TABS}
      rowKey={({ id }) => id}
      columns={columnsFor(tab)}
    />
  )
}

function MakeBatch({ isOffered }: { isOffered: boolean }) {
  const navigate = useNavigate()
  const { isPending, run } = useAction(async () => {
    const { id } = await write('POST /api/office/letter-batches', { body: {} })
    await navigate(`/letters/batches/${id}`)
  })
  if (!isOffered) return null
  return (
    <Button pending={isPending} onClick={run}>
      Make a batch
    </Button>
  )
}

const BEFORE_POST: readonly LetterState[] = ['waiting', 'printed', 'to_collect', 'collected']

function columnsFor(tab: LetterState): Column<ResultLetter>[] {
  return [
    { label: 'Letter', cell: ({ id, copy }) => (copy > 1 ? `${id}, copy ${copy}` : String(id)) },
    { label: 'To', cell: (letter) => <To {...letter} /> },
    {
      label: 'Address',
      cell: (letter) => letter.address?.join(', ') ?? <AddressMissing {...letter} />,
    },
    { label: 'Print', cell: ({ is_large_print: isLarge }) => (isLarge ? 'Large' : 'Usual') },
    {
      label: 'Batch',
      cell: ({ batch_id: id }) =>
        id === null ? 'None yet' : <Link to={`/letters/batches/${id}`}>Batch {id}</Link>,
    },
    BEFORE_POST.includes(tab)
      ? {
          label: 'Waiting since',
          cell: ({ waiting_since: at }) => shortDate(ukDate(new Date(at))),
        }
      : {
          label: 'Posted',
          cell: ({ posted_at: at }) => (at === null ? '' : shortDate(ukDate(new Date(at)))),
        },
    ...(tab === 'collected'
      ? [
          {
            label: 'Collected',
            cell: ({ collected }: ResultLetter) => collected && collectedInWords(collected),
          },
        ]
      : []),
    ...(tab === 'returned'
      ? [
          {
            label: 'Returned',
            cell: ({ returned_on: day, return_reason: reason }: ResultLetter) =>
              `${day === null ? '' : shortDate(day)}: ${reason}`,
          },
        ]
      : []),
    {
      label: 'Next step',
      cell: (letter) => (letter.is_held ? <Held {...letter} /> : <NextSteps {...letter} />),
    },
  ]
}

function To(letter: ResultLetter) {
  return (
    <>
      {addresseeOf(letter)} <PersonBadges person={letter.person} />
    </>
  )
}

function AddressMissing({ recipient, member_id: id }: ResultLetter) {
  if (recipient === 'gp') return <b>Address missing</b>
  return (
    <>
      <b>Address missing</b>: <Link to={`/members/${id}`}>call the member</Link> and add it to the
      record
    </>
  )
}

function Held({ batch_id: batch }: ResultLetter) {
  return (
    <>
      <b>Held</b>: a question about the result or the member must be settled first
      {batch !== null && '. Take it out of the pile'}
    </>
  )
}

function NextSteps(letter: ResultLetter) {
  const { id, state, recipient, address } = letter
  const about = `letter ${id} to ${addresseeOf(letter)}`
  const isAddressable = recipient === 'gp' && (state === 'waiting' || state === 'returned')
  if (state === 'waiting' && !isAddressable) return null
  const heading = address === null ? 'Enter the address' : 'Change the address'
  return (
    <Buttons>
      {isAddressable && (
        <ButtonLink
          kind="quiet"
          to={`/letters/${id}/surgery?from=${state}`}
          aria-label={`${heading}: ${about}`}
        >
          {heading}
        </ButtonLink>
      )}
      {state === 'to_collect' && (
        <ButtonLink
          kind="quiet"
          to={`/letters/${id}/collection`}
          aria-label={`Hand it over: ${about}`}
        >
          Hand it over
        </ButtonLink>
      )}
      {state === 'posted' && (
        <ButtonLink
          kind="quiet"
          to={`/letters/${id}/return`}
          aria-label={`Mark as returned: ${about}`}
        >
          Mark as returned
        </ButtonLink>
      )}
      {state !== 'waiting' && state !== 'collected' && (
        <ButtonLink
          kind="quiet"
          to={`/letters/${id}/again?from=${state}`}
          aria-label={`Print again: ${about}`}
        >
          Print again
        </ButtonLink>
      )}
    </Buttons>
  )
}
