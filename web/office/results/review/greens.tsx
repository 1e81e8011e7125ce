import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { List } from '../../../../domain/office/contract.ts'
import type { BatchOutcome, ResultDetail } from '../../../../domain/office/lab-result-schemas.ts'
import { BAND_COMMENTS } from '../../../../domain/office/result-comments.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { FieldError } from '../../../ui/error-summary.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { read, write } from '../../api.ts'
import { missingFields, OfficeForm, textIn } from '../../parts/office-form.tsx'
import { OfficePage } from '../../parts/office-page.tsx'
import type { ScreenKey } from '../../parts/use-keys.ts'
import { GreenRow } from './green-row.tsx'
import { Keys } from './keys.tsx'
import { LeftResults } from './left-results.tsx'
import { NOT_ASKED } from './result-text.ts'
import { monthsIn, RetestField } from './retest-field.tsx'
import styles from './review.module.css'

export function loader({ request }: LoaderFunctionArgs): Promise<List<ResultDetail>> {
  const after = new URL(request.url).searchParams.get('after')
  return read('GET /api/office/results/review-list', {
    query: after === null ? {} : { after },
    signal: request.signal,
  })
}

const months = (value: string) => `input[name="months"][value="${value}"]`
const KEYS: readonly ScreenKey[] = [
  { key: 'j', label: 'To the first one', target: '#to-first' },
  { key: '1', label: 'Next test in 1 year', target: months('12') },
  { key: '2', label: 'Next test in 2 years', target: months('24') },
  { key: '3', label: 'Next test in 3 years', target: months('36') },
  { key: 'n', label: 'Next page (unconfirmed ticks are lost)', target: '#next' },
  { key: 'enter', label: 'Confirm the ticked ones', target: 'main form button[type="submit"]' },
]

/** Results one under another: those that a clinician has looked at and ticked become green. */
export function Component() {
  const { data, next, total } = useLoaderData<List<ResultDetail>>()
  const rows = data.filter((row) => row.value !== null && !row.is_own_record)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [done, setDone] = useState<{ outcome: BatchOutcome; rows: ResultDetail[] } | null>(null)
  const revalidator = useRevalidator()
  const chosen = rows.filter(({ id }) => ticked.has(id))

  function tick(id: number, isTicked: boolean) {
    const others = [...ticked].filter((one) => one !== id)
    setTicked(new Set(isTicked ? [...others, id] : others))
  }
  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    if (chosen.length === 0)
      errors.push({ field: `green-${rows[0]?.id}`, message: 'Tick the results that are green.' })
    return [...errors, ...missingFields(typed, { months: 'Choose when the next test is due.' })]
  }
  async function confirm(typed: FormData) {
    const outcome = await write('POST /api/office/results/green-reviews', {
      body: {
        results: chosen.map(({ id, version }) => ({ id, version })),
        comment: textIn(typed, 'comment'),
        retest_months: monthsIn(typed),
      },
    })
    setDone({ outcome, rows: chosen })
    setTicked(new Set())
    await revalidator.revalidate()
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <OfficePage
      title="Confirm green results as a list"
      trail={[{ label: 'Results', to: '/results' }]}
      lede={`${total} waiting for review. Check each one, and press Space to tick it if it is green. Nothing is ticked for you.`}
      actions={
        <>
          {next !== null && (
            <ButtonLink id="next" to={`/results/greens?after=${next}`} kind="quiet">
              The next ones (N)
            </ButtonLink>
          )}
          <Keys keys={KEYS} />
        </>
      }
    >
      {done && (
        <LeftResults
          key={done.outcome.done.join()}
          outcome={done.outcome}
          verb="confirmed as green"
          rows={done.rows}
        />
      )}
      {rows.length === 0 ? (
        <p>
          Nothing is waiting here. <Link to="/results">Results</Link>
        </p>
      ) : (
        <OfficeForm
          key={keyOf(data)}
          submit={`Confirm ${chosen.length} as green (Enter)`}
          check={check}
          send={confirm}
        >
          {(errorOf) => (
            <>
              <button
                type="button"
                id="to-first"
                className="visually-hidden"
                tabIndex={-1}
                onClick={() => focusOnRow(rows[0]?.id)}
              >
                To the first one
              </button>
              <p className="small soft">{NOT_ASKED}</p>
              <ul className={styles.greens}>
                {rows.map((row) => (
                  <GreenRow key={row.id} row={row} isTicked={ticked.has(row.id)} onTick={tick} />
                ))}
              </ul>
              <RetestField error={errorOf('months')} />
              <TextAreaField
                name="comment"
                label="What members will read"
                rows={4}
                maxLength={2000}
                defaultValue={BAND_COMMENTS.Green}
              />
            </>
          )}
        </OfficeForm>
      )}
    </OfficePage>
  )
}

function focusOnRow(id: number | undefined) {
  document.getElementById(`green-${id}`)?.focus()
}

/** Other rows start again with nothing chosen. */
function keyOf(rows: readonly ResultDetail[]): string {
  return rows.map(({ id }) => id).join(' ')
}
