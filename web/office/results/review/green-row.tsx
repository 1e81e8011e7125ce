import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { ResultDetail } from '../../../../domain/office/lab-result-schemas.ts'
import { shortDate } from '../../../portal/results/short-date.ts'
import { Checkbox } from '../../../ui/choices.tsx'
import { holdText } from './holds.tsx'
import { answerLines, STATUS_WORDS, valueText } from './result-text.ts'
import styles from './review.module.css'

type Props = {
  row: ResultDetail
  isTicked: boolean
  onTick: (id: number, isTicked: boolean) => void
}

/** Space ticks it and goes on to the next one; the arrows and J and K go without ticking. */
export function GreenRow({ row, isTicked, onTick }: Props) {
  const { id, range, lab_comment: comment } = row
  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = event.currentTarget
    if (event.key === ' ') onTick(id, !isTicked)
    else if (!MOVES.has(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    const goesUp = event.key === 'ArrowUp' || event.key === 'k'
    const to = goesUp ? item.previousElementSibling : item.nextElementSibling
    to?.querySelector('input')?.focus()
  }
  return (
    <li className={styles.green} onKeyDown={(event) => isOnBox(event) && press(event)}>
      <Checkbox
        name={`green-${id}`}
        checked={isTicked}
        onChange={(checked) => onTick(id, checked)}
        optional
      >
        <b>{`${row.first_name} ${row.last_name}, ${row.age}: ${valueText(row)}`}</b>
      </Checkbox>
      <p>
        Born {shortDate(row.date_of_birth)}. {row.holds.length > 0 && `Held: ${holdText(row)}. `}
        {row.lab_flag && `Flag ${row.lab_flag}. `}Range {range ?? 'not given'}.{' '}
        {comment && `Laboratory: ${comment}. `}
        {row.status !== 'final' && `${STATUS_WORDS[row.status]}. `}
        {sentBack(row)}
        Earlier: {earlierText(row)}. <Link to={`/results/${id}`}>Open {row.last_name}</Link>
      </p>
      <p className="small soft">{answersOf(row)}</p>
    </li>
  )
}

const MOVES = new Set(['ArrowDown', 'ArrowUp', 'j', 'k'])

function isOnBox({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement
}

function earlierText({ earlier }: ResultDetail): string {
  if (earlier.length === 0) return 'none'
  return earlier
    .slice(0, 3)
    .map(
      (one) => `${one.value ?? 'no number'} on ${shortDate(one.date)} (${one.band ?? 'no band'})`,
    )
    .join(', ')
}

function answersOf({ consent, ethnicity }: ResultDetail): string {
  const group = `Ethnic group: ${ethnicity}`
  if (!consent) return `No consent for this appointment. ${group}.`
  const lines = answerLines(consent).map(({ label, text }) => `${label}: ${text}`)
  return [...(consent.withdrawn ? ['Consent withdrawn'] : []), ...lines, group].join('. ')
}

function sentBack({ reviews }: ResultDetail): string {
  const back = reviews.findLast(({ kind }) => kind === 'sent back')
  return back ? `Sent back by ${back.by}: ${back.note}. ` : ''
}
