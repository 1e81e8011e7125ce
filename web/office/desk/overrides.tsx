import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  monthsBack,
  OVERRIDE_KINDS,
  type OverrideKind,
  type OverrideRow,
  overrideKindsOf,
} from '../../../domain/office/overrides.ts'
import { momentInWords, ukDate } from '../../../domain/uk-time.ts'
import { read } from '../api.ts'
import { monthInWords } from '../events/event-text.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { loadMe } from '../session.ts'

const loadList = listLoader<OverrideRow, 'month' | 'kind'>(
  ({ query, ...options }) =>
    read('GET /api/office/overrides', {
      ...options,
      query: { ...query, kind: OVERRIDE_KINDS.find((one) => one === query.kind) },
    }),
  ['month', 'kind'],
)

export async function loader(args: LoaderFunctionArgs) {
  const [list, { roles }] = await Promise.all([loadList(args), loadMe()])
  return { list, kinds: overrideKindsOf(roles) }
}

const KIND_WORDS: Record<OverrideKind, string> = {
  'late release': 'Result released late in the week',
  'sent back': 'Result sent back to review',
  'row matched by a person': 'Result matched to an appointment by a person',
  'kept after its sample changed': 'Result kept after its sample changed',
  'decided after a withdrawn consent': 'Result decided after the consent was withdrawn',
  'extra place': 'Extra place for a walk-in',
  'two samples of one member': 'Two samples declared to be one member’s',
  'action undone': 'Action at the door undone',
  'problem dealt with': 'Problem at the door dealt with',
  'labels printed again': 'Tube labels printed again',
  'sheet signed with an explanation': 'Failsafe sheet signed with an explanation',
  'added beside a possible duplicate': 'Member added beside a possible duplicate',
  'different people': 'Possible duplicates are different people',
  'spelling corrected': 'Spelling of a name corrected',
  'price waived': 'Price waived',
  'erasure in spite of open work': 'Erasure approved although something was open',
}

/** What was done in spite of a warning or a limit, as far as the reader's roles go. */
export function Component() {
  const { list, kinds } = useLoaderData<{ list: LoadedList<OverrideRow>; kinds: OverrideKind[] }>()
  return (
    <ListPage
      title="Overrides"
      lede="What somebody did in spite of a warning or a limit in the last 12 months, newest first."
      list={list}
      rowsName="overrides"
      rowKey={({ id }) => id}
      choices={[
        {
          name: 'month',
          label: 'Month',
          options: monthsBack(ukDate(new Date())).map((month) => ({
            value: month,
            label: monthInWords(month),
          })),
        },
        {
          name: 'kind',
          label: 'What',
          options: kinds.map((kind) => ({ value: kind, label: KIND_WORDS[kind] })),
        },
      ]}
      csv={{ address: '/api/office/overrides', fileName: 'overrides.csv' }}
      empty={<p>There are no overrides here.</p>}
      columns={[
        { label: 'What', cell: ({ kind }) => KIND_WORDS[kind] },
        { label: 'When', cell: ({ at }) => momentInWords(new Date(at)) },
        { label: 'Who', cell: ({ by }) => by ?? 'The system' },
        { label: 'To what', cell: ({ about }) => about },
        { label: 'Why', cell: ({ reason }) => reason ?? '' },
      ]}
    />
  )
}
