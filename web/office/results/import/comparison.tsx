import { Link } from 'react-router'
import { groupNhsNumber } from '../../../../domain/nhs-number.ts'
import type { ImportRow } from '../../../../domain/office/result-import-schemas.ts'
import { dayInWords, momentInWords } from '../../../../domain/uk-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formerFactSentence } from '../former-fact.ts'
import { candidateName, listedName } from './candidate-name.ts'
import styles from './import.module.css'
import { foundText } from './import-text.ts'
import { ChooseMember } from './row-decision.tsx'

type WrittenRow = NonNullable<ImportRow['written']>
type Candidate = ImportRow['candidates'][number]
type Field = Candidate['differs'][number]

type Line = { label: string; field: Field | null; lab: string; ours: string | null }

const NOT_WRITTEN = 'Not written'
const OPEN_STATES = ['close', 'quarantined', 'conflict', 'asked']

const WHY_NOT: Record<NonNullable<Candidate['why_not']>, (name: string) => string> = {
  tube_taken_back: (name) =>
    `This row cannot be given to ${name}: the sample of this tube was undone. If that was a mistake, the day lead can record the sample again at the door. If not, leave the row out and ask the laboratory.`,
  fits_another: (name) =>
    `This row cannot be given to ${name}: somebody else fits its name and date of birth, but not its tube. Leave it out, and ask the laboratory whose blood it is.`,
  erased: () =>
    'This row cannot be given to this record: it was erased. If the result is amber or red, ask the laboratory or the GP how to reach the person, and write down what you did where you leave the row out.',
  too_little: (name) =>
    `You cannot match this row to ${name}: too few details are the same. Leave it out and ask the laboratory.`,
}

const NEAR: Record<NonNullable<Candidate['near_number']>, string> = {
  one_digit: 'The NHS number differs in one digit from the one on record.',
  two_swapped: 'Two neighbouring digits of the NHS number are swapped.',
}

/** What the laboratory wrote beside the appointment that it may be of. */
export function Comparison({
  importId,
  row,
  written,
  candidate,
  mayChoose,
}: {
  importId: number
  row: ImportRow
  written: WrittenRow
  candidate: Candidate
  mayChoose: boolean
}) {
  const { differs, may_decide: may, why_not: whyNot, undone } = candidate
  const name = candidateName(candidate)
  const isOpen = OPEN_STATES.includes(row.state)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={`Row ${row.row} beside ${name}`} className={styles.pair}>
      <dl className={styles.lines}>
        {linesOf(written, candidate).map(({ label, field, lab, ours }) => (
          <div key={label} data-differs={(field && differs.includes(field)) || undefined}>
            <dt>
              {label}
              {field && differs.includes(field) && <Differs />}
            </dt>
            <dd>
              <small>Laboratory</small> {lab}
            </dd>
            {ours !== null && (
              <dd>
                <small>Our record</small> {ours}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {candidate.former.map((fact) => (
        <p key={fact}>{formerFactSentence(fact)}</p>
      ))}
      {candidate.near_number && <p>{NEAR[candidate.near_number]}</p>}
      {undone.length > 0 && (
        <ul>
          {undone.map(({ tube, by, at, words }) => (
            <li key={`${tube} ${at}`}>
              <s>{tube}</s> was undone by {by}, {momentInWords(new Date(at))}: ‘{words}’
            </li>
          ))}
        </ul>
      )}
      {isOpen && may && differs.length === 0 && (
        <p>
          <Badge tone="good">All of these match</Badge>
        </p>
      )}
      {isOpen &&
        mayChoose &&
        may &&
        waysOf(row, candidate).map((as) => (
          <ChooseMember key={as} importId={importId} row={row.row} candidate={candidate} as={as} />
        ))}
      {isOpen && mayChoose && whyNot && <p className={styles.reason}>{WHY_NOT[whyNot](name)}</p>}
    </div>
  )
}

/** How a person may record the row for this member. */
function waysOf({ known, written }: ImportRow, { has_report: hasReport }: Candidate) {
  const withdraws = written?.status === 'deleted' || written?.status === 'wrong_patient'
  if (withdraws && hasReport) return ['withdrawal'] as const
  const isLater = known !== null && hasReport
  return isLater ? (['later report', 'other sample'] as const) : (['sample'] as const)
}

type WrittenProps = { written: WrittenRow; known: ImportRow['known'] }

/** A row that may be of nobody, or, with `known`, beside what was recorded under its number. */
export function Written({ written, known }: WrittenProps) {
  const before = new Map(known && linesOf(known, null).map(({ label, lab }) => [label, lab]))
  const was = (label: string) => (known ? (before.get(label) ?? NOT_WRITTEN) : null)
  return (
    <>
      <dl className={styles.lines}>
        {linesOf(written, null).map(({ label, lab }) => (
          <div key={label} data-differs={(known && was(label) !== lab) || undefined}>
            <dt>
              {label}
              {known && was(label) !== lab && <Differs />}
            </dt>
            <dd>
              <small>Laboratory</small> {lab}
            </dd>
            {known && (
              <dd>
                <small>Recorded before</small> {was(label)}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {known && (
        <p>
          <Link to={`/results/${known.result_id}`}>Open the recorded result</Link>
        </p>
      )}
    </>
  )
}

function Differs() {
  return (
    <Badge tone="bad" icon="warning">
      Differs
    </Badge>
  )
}

function linesOf(written: WrittenRow, candidate: Candidate | null): Line[] {
  const name = [written.last_name, written.first_name].filter(Boolean).join(', ')
  const born = dayInWords(written.date_of_birth)
  const { nhs_number: nhs, nhs_unreadable: noNumber } = written
  const collected = written.collected
  return [
    line('Found', null, foundText(written), null),
    ...(written.flag ? [line('Flag of the laboratory', null, written.flag, null)] : []),
    line('Name', 'name', name, candidate && listedName(candidate)),
    line('Date of birth', 'date_of_birth', born, candidate && dayInWords(candidate.date_of_birth)),
    line('Tube', 'tube', written.tube, candidate && (candidate.tubes.join(', ') || 'None')),
    line(
      'NHS number',
      'nhs_number',
      nhs ?? (noNumber ? `‘${noNumber}’ is none` : null),
      candidate && nhsText(candidate, nhs),
    ),
    line(
      'Sample taken',
      'date',
      collected && dayInWords(collected.slice(0, 10)),
      candidate && `${dayInWords(candidate.date)}, ${candidate.event}`,
    ),
    line('Laboratory number', null, written.lab_number, null),
    ...(written.comment ? [line('Comment', null, written.comment, null)] : []),
  ]
}

/** Ours reads as the laboratory's or as another; it is shown only beside a slip. */
function nhsText({ differs, nhs_number: ours }: Candidate, written: string | null): string | null {
  if (ours) return groupNhsNumber(ours)
  if (!written) return null
  return differs.includes('nhs_number') ? 'Different or missing' : 'The same'
}

function line(label: string, field: Field | null, lab: string | null, ours: string | null): Line {
  return { label, field, lab: lab || NOT_WRITTEN, ours }
}
