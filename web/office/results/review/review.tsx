import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { dayInWords } from '../../../../domain/uk-time.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { read } from '../../api.ts'
import { OfficePage } from '../../parts/office-page.tsx'
import { PersonBanner } from '../../parts/person-banner.tsx'
import type { ScreenKey } from '../../parts/use-keys.ts'
import { BesideNumber } from './beside-number.tsx'
import { Decide } from './decide.tsx'
import { Holds } from './holds.tsx'
import { Keys } from './keys.tsx'
import type { SavedState } from './result-text.ts'
import styles from './review.module.css'
import { Story } from './story.tsx'

export function loader({ params, request }: LoaderFunctionArgs): Promise<OpenedResult> {
  return read('GET /api/office/results/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

const band = (value: string) => `input[name="band"][value="${value}"]`
const months = (value: string) => `input[name="months"][value="${value}"]`
const KEYS: readonly ScreenKey[] = [
  { key: 'g', label: 'Green', target: band('Green') },
  { key: 'a', label: 'Amber', target: band('Amber') },
  { key: 'r', label: 'Red', target: band('Red') },
  { key: '1', label: 'Next test in 1 year', target: months('12') },
  { key: '2', label: 'Next test in 2 years', target: months('24') },
  { key: '3', label: 'Next test in 3 years', target: months('36') },
  { key: '4', label: 'Next test in 3 months', target: months('3') },
  { key: '0', label: 'No date for a next test', target: months('none') },
  { key: 'c', label: 'Write the comment', target: 'textarea[name="comment"]' },
  { key: 'f', label: 'Call first', target: 'input[name="ring_first"]' },
  { key: 'enter', label: 'Save, and open the next one', target: '#decide button[type="submit"]' },
  { key: 'n', label: 'Next one without saving', target: '#next' },
  { key: 'b', label: 'Back to the list', target: '#back' },
]

export function Component() {
  const result = useLoaderData<OpenedResult>()
  const { first_name: first, last_name: last, sample_date: day, next, left } = result
  return (
    <OfficePage
      title={`${first} ${last}, aged ${result.age}`}
      trail={[{ label: 'Results', to: '/results' }]}
      lede={`${result.event}, sample ${day ? `of ${dayInWords(day)}` : 'without a date'}. Born ${dayInWords(result.date_of_birth)}. ${result.lab}, number ${result.lab_number}.`}
      actions={
        <>
          {next !== null && (
            <ButtonLink id="next" to={`/results/${next}`} kind="quiet">
              Next (N)
            </ButtonLink>
          )}
          <ButtonLink to={`/members/${result.member_id}/notes`} kind="quiet">
            Notes
          </ButtonLink>
          <ButtonLink id="back" to={listOf(result)} kind="quiet">
            Back to list, {left} left (B)
          </ButtonLink>
          <Keys keys={KEYS} />
        </>
      }
    >
      <Saved />
      <PersonBanner person={result.person} />
      <Holds holds={result.holds} />
      <div className={styles.columns}>
        <BesideNumber result={result} />
        <div id="decide" className={styles.decide}>
          <Decide key={`${result.id} ${result.version}`} result={result} />
          <Story result={result} />
        </div>
      </div>
    </OfficePage>
  )
}

const TAB_OF = {
  review: '/results',
  second: '/results?tab=second',
  'ring first': '/results?tab=calls',
  ready: '/results?tab=ready',
  released: '/results?tab=released',
  discarded: '/results',
} as const

function listOf({ state }: Pick<OpenedResult, 'state'>): string {
  return TAB_OF[state]
}

/** What was saved before this one opened by itself. */
function Saved() {
  const { state } = useLocation()
  const { saved } = Object(state) as Partial<SavedState>
  if (!saved) return null
  return (
    <p role="status" className={styles.saved}>
      {saved.words} <Link to={`/results/${saved.id}`}>Open it again</Link>
    </p>
  )
}
