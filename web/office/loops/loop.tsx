import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { CONTACT_WAY_WORDS, supportInWords } from '../../../domain/contact-and-support.ts'
import { DIAGNOSES, hasDiagnosis } from '../../../domain/follow-up.ts'
import { type CloseReason, needsNote } from '../../../domain/office/loop-closing.ts'
import type { Loop, LoopDetail } from '../../../domain/office/loop-schemas.ts'
import { shortDate } from '../../portal/results/short-date.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { valueText } from '../results/review/result-text.ts'
import { useCan } from '../session.ts'
import { Call, isWithSomebodyElse } from './call.tsx'
import {
  answerInWords,
  callsInWords,
  DIAGNOSIS_WORDS,
  dueInWords,
  LOOP_WORDS,
  nextCallInWords,
  REASON_WORDS,
  ROUND_WORDS,
} from './loop-text.ts'
import styles from './loops.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<LoopDetail> {
  return read('GET /api/office/loops/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** One task: whom it is about, what to say, and what came of it. */
export function Component() {
  const careLoop = useLoaderData<LoopDetail>()
  const { title, todo } = LOOP_WORDS[careLoop.kind]
  return (
    <OfficePage
      title={`${title}: ${careLoop.name}`}
      trail={[{ label: 'Open tasks', to: '/loops' }]}
      lede={todo}
    >
      <PersonBanner person={careLoop.person} />
      {careLoop.person.died_at === null && (
        <p>
          <Link to={`/members/${careLoop.member_id}/contact`}>Has died, or wants less contact</Link>{' '}
          · <Link to={`/members/${careLoop.member_id}/withdraw-consent`}>Withdraw consent</Link> ·{' '}
          <Link to={`/members/${careLoop.member_id}/capacity`}>Do they understand the test?</Link>
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.part}>
          <About careLoop={careLoop} />
          <ResultOfTask result={careLoop.result} />
          <Answers answers={careLoop.answers} />
          <Call careLoop={careLoop} />
        </div>
        <section className={styles.part} aria-labelledby="outcome">
          <h2 id="outcome">Outcome</h2>
          {isWithSomebodyElse(careLoop) ? (
            <p>Somebody else is calling this member now.</p>
          ) : careLoop.kind === 'capacity_doubt' ? (
            <p>
              <Link to={`/members/${careLoop.member_id}/capacity`}>Read the doubt, and decide</Link>
              . The decision closes this task.
            </p>
          ) : careLoop.reasons.length === 0 ? (
            <ChosenElsewhere careLoop={careLoop} />
          ) : (
            <Outcome key={careLoop.id} careLoop={careLoop} />
          )}
        </section>
      </div>
    </OfficePage>
  )
}

function About({ careLoop }: { careLoop: Loop }) {
  const maySeeMember = useCan('members.read')
  const maySeeResult = useCan('results.review')
  const { member_id: memberId, event_id: eventId, event_name: event, event_date: date } = careLoop
  const calls = callsInWords(careLoop)
  const nextCall = nextCallInWords(careLoop)
  return (
    <Facts>
      <Fact term="When">{dueInWords(careLoop)}</Fact>
      <Fact term="Member">
        {maySeeMember ? <Link to={`/members/${memberId}`}>{careLoop.name}</Link> : careLoop.name}
      </Fact>
      {event !== null && date !== null && (
        <Fact term="Event">
          <Link to={`/events/${eventId}/failsafe`}>{event}</Link>, {shortDate(date)}
        </Fact>
      )}
      {maySeeResult && careLoop.lab_result_id !== null && (
        <Fact term="Result">
          <Link to={`/results/${careLoop.lab_result_id}`}>Open the review</Link>
        </Fact>
      )}
      <Fact term="Contact preference">{CONTACT_WAY_WORDS[careLoop.contact_by]}</Fact>
      {careLoop.support_needs.length > 0 && (
        <Fact term="Support needs">{supportInWords(careLoop.support_needs, null)}</Fact>
      )}
      {calls !== null && <Fact term="Calls">{calls}</Fact>}
      {nextCall !== null && <Fact term="Next call">{nextCall}</Fact>}
    </Facts>
  )
}

/** What to say on the telephone: for clinicians alone. */
function ResultOfTask({ result }: Pick<LoopDetail, 'result'>) {
  if (!result) return null
  return (
    <section className={styles.part} aria-labelledby="result">
      <h2 id="result">Result</h2>
      <Facts>
        <Fact term="Number">{valueText(result)}</Fact>
        <Fact term="Band">{result.band ?? 'None'}</Fact>
        {result.sample_date && <Fact term="Sample">{shortDate(result.sample_date)}</Fact>}
        <Fact term="What they read">{result.comment ?? 'Nothing'}</Fact>
      </Facts>
    </section>
  )
}

/** What the member has said by link. */
function Answers({ answers }: Pick<LoopDetail, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="answers">
      <h2 id="answers">Answered by link</h2>
      <Facts>
        {answers.map((answer) => (
          <Fact key={answer.round} term={ROUND_WORDS[answer.round]}>
            {answerInWords(answer)}
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

/** Only what a clinician chooses on the page of the result ends it. */
function ChosenElsewhere({ careLoop }: { careLoop: Loop }) {
  const { lab_result_id: id } = careLoop
  return (
    <p>
      This task ends by itself when the choice was made or the work was done
      {id === null ? '.' : <Link to={`/results/${id}`}> on the page of the result.</Link>}
    </p>
  )
}

function Outcome({ careLoop }: { careLoop: Loop }) {
  const navigate = useNavigate()
  const reasonIn = (typed: FormData): CloseReason | undefined =>
    careLoop.reasons.find((known) => known === textIn(typed, 'reason'))
  function check(typed: FormData): FieldError[] {
    const reason = reasonIn(typed)
    if (!reason) return [{ field: 'reason', message: 'Choose the outcome.' }]
    if (!needsNote(reason)) return []
    return missingFields(typed, { note: 'Say what you tried and what happens next.' })
  }
  async function send(typed: FormData) {
    const reason = reasonIn(typed)
    if (!reason) return
    const diagnosis = DIAGNOSES.find((one) => one === textIn(typed, 'diagnosis'))
    const named = hasDiagnosis(reason) && diagnosis ? { diagnosis } : {}
    const body = { reason, note: textIn(typed, 'note'), ...named }
    await write('POST /api/office/loops/:id/close', { params: { id: careLoop.id }, body })
    toast({
      text: `${LOOP_WORDS[careLoop.kind].title}: ${careLoop.name} has been closed.`,
      tone: 'success',
    })
    await navigate('/loops')
  }
  return (
    <OfficeForm
      submit="Close the task"
      check={check}
      send={send}
      onCancel={() => navigate('/loops')}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            name="reason"
            label="Outcome"
            options={careLoop.reasons.map((value) => ({ value, label: REASON_WORDS[value] }))}
            error={errorOf('reason')}
          />
          {careLoop.reasons.some(hasDiagnosis) && (
            <RadioGroup
              name="diagnosis"
              label="Of what, after a diagnosis or treatment"
              options={DIAGNOSES.map((value) => ({ value, label: DIAGNOSIS_WORDS[value] }))}
            />
          )}
          <TextAreaField
            name="note"
            label="Note"
            hint="What you tried, and what happens next."
            rows={3}
            maxLength={1_000}
            error={errorOf('note')}
          />
        </>
      )}
    </OfficeForm>
  )
}
