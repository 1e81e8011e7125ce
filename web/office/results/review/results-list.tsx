import { Link, useLoaderData } from 'react-router'
import type { LabResult } from '../../../../domain/office/lab-result-schemas.ts'
import { momentInWords } from '../../../../domain/uk-time.ts'
import { shortDate } from '../../../portal/results/short-date.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { read } from '../../api.ts'
import type { Column } from '../../parts/data-table.tsx'
import { type LoadedList, listLoader } from '../../parts/list-loader.ts'
import { ListPage } from '../../parts/list-page.tsx'
import type { ScreenKey } from '../../parts/use-keys.ts'
import { holdText } from './holds.tsx'
import { Keys } from './keys.tsx'
import { decisionOf, STATUS_WORDS, valueText } from './result-text.ts'

export const loader = listLoader<LabResult>((options) => read('GET /api/office/results', options))

const TABS = [
  { value: 'review', label: 'To review' },
  { value: 'second', label: 'Second review' },
  { value: 'calls', label: 'To call' },
  { value: 'ready', label: 'Ready' },
  { value: 'released', label: 'Released' },
  { value: 'dead', label: 'Members who have died' },
]

const COLUMNS: Column<LabResult>[] = [
  {
    label: 'Member',
    cell: ({ id, first_name: first, last_name: last, date_of_birth: born }) => (
      <>
        <Link to={`/results/${id}`}>{`${first} ${last}`}</Link>, born {shortDate(born)}
      </>
    ),
  },
  { label: 'Event', cell: ({ event }) => event },
  { label: 'Sample', cell: ({ sample_date: day }) => (day ? shortDate(day) : 'Not known') },
  { label: 'Result', cell: valueText, sort: 'value' },
  { label: 'Flag', cell: ({ lab_flag: flag }) => flag ?? '', sort: 'flag' },
  { label: 'Report', cell: ({ status }) => STATUS_WORDS[status] },
  { label: 'Decision', cell: (row) => [heldText(row), decisionText(row)].join(' ').trim() },
]
const RELEASED: Column<LabResult> = {
  label: 'Released from',
  cell: ({ release_at: at }) => (at ? momentInWords(new Date(at)) : ''),
}

const CALL_AGAIN: Column<LabResult> = {
  label: 'To call again',
  cell: ({ call_again_at: at }) => (at ? momentInWords(new Date(at)) : ''),
}
const EXTRA: Readonly<Record<string, readonly Column<LabResult>[]>> = {
  released: [RELEASED],
  calls: [CALL_AGAIN],
}

function heldText(row: LabResult): string {
  return row.holds.length > 0 ? `Held: ${holdText(row)}.` : ''
}

function decisionText(row: LabResult): string {
  if (row.state === 'review') return row.reviews.length > 0 ? 'Sent back' : 'None yet'
  const decision = decisionOf(row)
  if (row.state === 'second') return `First by ${decision?.by}`
  return decision ? `${decision.band ?? 'No band'}, ${decision.by}` : ''
}

const KEYS: readonly ScreenKey[] = [
  { key: 'n', label: 'Open the first in the list', target: 'tbody a' },
  { key: 'l', label: 'Confirm green results as a list', target: 'a[href$="/results/greens"]' },
  { key: 'p', label: 'Release several', target: 'a[href$="/results/release"]' },
]

export function Component() {
  const list = useLoaderData<LoadedList<LabResult>>()
  const tab = list.query.tab ?? 'review'
  return (
    <ListPage
      title="Results"
      lede="A clinician always chooses the band. A result that anybody has marked red needs a second clinician before it can be released."
      actions={
        <>
          {tab === 'review' && list.total > 0 && (
            <ButtonLink to="/results/greens" kind="quiet">
              Confirm green results as a list (L)
            </ButtonLink>
          )}
          {tab === 'ready' && list.total > 0 && (
            <ButtonLink to="/results/release" kind="quiet">
              Release several (P)
            </ButtonLink>
          )}
          <Keys keys={KEYS} />
        </>
      }
      list={list}
      rowsName="results"
      filter="Name, date of birth, laboratory’s number or tube"
      columns={[...COLUMNS, ...(EXTRA[tab] ?? [])]}
      rowKey={({ id }) => id}
      tabs={TABS}
      empty={<p>Nothing is waiting here.</p>}
    />
  )
}
