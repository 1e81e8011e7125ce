import { useState } from 'react'
import { PREPARATION_QUESTIONS, type PreparationAnswers } from '../../domain/preparation-check.ts'
import type { Preparation } from '../../domain/preparation-schemas.ts'
import { send } from '../api.ts'
import { Day } from '../booking/day-box.tsx'
import { Helpline } from '../events/helpline.tsx'
import { RadioGroup } from '../ui/choices.tsx'
import type { FieldError } from '../ui/error-summary.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { AnswersForm } from './answers-form.tsx'
import styles from './by-link.module.css'
import { LaterTimes } from './later-times.tsx'

export async function loadPreparation(key: string) {
  const first = await send('POST /api/preparation', { body: { key } })
  return { screen: <Check linkKey={key} first={first} /> }
}

const TITLES: Record<Preparation['state'], string> = {
  open: 'Four questions before your test',
  prepared: 'Thank you. You are ready for your test',
  later: 'Please choose a later time',
  moved: 'Your new time',
  cancelled: 'Your appointment is cancelled',
  over: 'This link has expired',
}

function Check({ linkKey: key, first }: { linkKey: string; first: Preparation }) {
  const [check, setCheck] = useState(first)
  const { state, event_name: name, place, date, time } = check
  return (
    <Wrap>
      <PageTitle key={state}>{TITLES[state]}</PageTitle>
      <div className={styles.page}>
        {state !== 'over' && (
          <Day date={date}>
            {name}
            <br />
            {time}
            {place && `, ${place}`}
          </Day>
        )}
        {state === 'open' && (
          <Questions linkKey={key} onAnswered={setCheck} name={check.first_name} />
        )}
        {state === 'later' && <LaterTimes linkKey={key} check={check} onChange={setCheck} />}
        <Outcome state={state} />
        <p>
          Questions? Call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}

function Outcome({ state }: { state: Preparation['state'] }) {
  if (state === 'prepared')
    return (
      <Notice role="status" title="Come at your booked time">
        <p>If any of your answers change before then, please call us.</p>
      </Notice>
    )
  if (state === 'moved')
    return (
      <Notice role="status" title="Your appointment has been moved">
        <p>There is nothing to pay. We are sending you the new time.</p>
      </Notice>
    )
  if (state === 'cancelled')
    return (
      <Notice role="status" title="Somebody else can have your place">
        <p>What you paid by card is refunded in full. You are welcome to book again.</p>
      </Notice>
    )
  if (state === 'over')
    return (
      <Notice tone="warn" icon="clock" title="You can no longer answer here">
        <p>Your appointment has started, been cancelled or moved to another time.</p>
      </Notice>
    )
  return null
}

type Given = Partial<PreparationAnswers>

function Questions({
  linkKey: key,
  name,
  onAnswered,
}: {
  linkKey: string
  name: string
  onAnswered: (check: Preparation) => void
}) {
  const [given, setGiven] = useState<Given>({})

  return (
    <AnswersForm
      lede={`Hello ${name}. If you answer yes, there is no need to worry and nothing to pay. We keep your answers encrypted, with your health record.`}
      answers="answers"
      check={() => faultsOf(given)}
      send={async () => {
        if (!isWhole(given)) return
        onAnswered(await send('POST /api/preparation/answers', { body: { key, answers: given } }))
      }}
    >
      {(errorOf) =>
        PREPARATION_QUESTIONS.map(({ name: question, label, hint }) => (
          <RadioGroup
            key={question}
            name={question}
            label={label}
            hint={hint}
            inline
            options={YES_OR_NO}
            value={inText(given[question])}
            onChange={(value) => setGiven({ ...given, [question]: value === 'yes' })}
            error={given[question] === undefined ? errorOf(question) : undefined}
          />
        ))
      }
    </AnswersForm>
  )
}

function faultsOf(given: Given): FieldError[] {
  return PREPARATION_QUESTIONS.filter(({ name }) => given[name] === undefined).map(({ name }) => ({
    field: name,
    message: `${NAMES[name]}: please choose yes or no.`,
  }))
}

const YES_OR_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const NAMES: Record<keyof PreparationAnswers, string> = {
  infection: 'Infection',
  catheter: 'Catheter or biopsy',
  exercise: 'Exercise',
  ejaculation: 'Ejaculation',
}

function inText(answer: boolean | undefined): string {
  return answer === undefined ? '' : answer ? 'yes' : 'no'
}

function isWhole(given: Given): given is PreparationAnswers {
  return PREPARATION_QUESTIONS.every(({ name }) => given[name] !== undefined)
}
