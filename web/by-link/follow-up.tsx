import { useState } from 'react'
import {
  DIAGNOSES,
  DIAGNOSIS_CHOICES,
  type Diagnosis,
  hasDay,
  hasDiagnosis,
  OUTCOME_CHOICES,
  OUTCOME_CODES,
  type OutcomeCode,
  outcomeDayFault,
} from '../../domain/follow-up.ts'
import type { FollowUp } from '../../domain/follow-up-schemas.ts'
import { ukDate } from '../../domain/uk-time.ts'
import { send } from '../api.ts'
import { Helpline } from '../events/helpline.tsx'
import { RadioGroup } from '../ui/choices.tsx'
import type { FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { AnswersForm } from './answers-form.tsx'
import styles from './by-link.module.css'

export async function loadFollowUp(key: string) {
  const first = await send('POST /api/follow-up', { body: { key } })
  return { screen: <Asked linkKey={key} first={first} /> }
}

const TITLES: Record<FollowUp['state'], string> = {
  open: 'One question',
  answered: 'Thank you',
  over: 'This link has expired',
}

function Asked({ linkKey: key, first }: { linkKey: string; first: FollowUp }) {
  const [{ state, first_name: name }, setFollowUp] = useState(first)
  const [given, setGiven] = useState<OutcomeCode | null>(null)
  return (
    <Wrap>
      <PageTitle key={state}>{TITLES[state]}</PageTitle>
      <div className={styles.page}>
        {state === 'open' && (
          <Question
            linkKey={key}
            name={name}
            onAnswered={(followUp, outcome) => {
              setGiven(outcome)
              setFollowUp(followUp)
            }}
          />
        )}
        {state === 'answered' && <Thanks given={given} />}
        {state === 'over' && (
          <Notice tone="warn" icon="clock" title="You can no longer answer here">
            <p>You have already told us by phone, or the link is too old.</p>
          </Notice>
        )}
        <p>
          Questions? Call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}

/** `given` is what was chosen on this page; it is not shown when the link is opened later. */
function Thanks({ given }: { given: OutcomeCode | null }) {
  return (
    <Notice role="status" title="We have your answer">
      {given && <p>Your answer: {OUTCOME_CHOICES[given]}.</p>}
      <p>
        {given === 'nothing_done'
          ? 'Somebody from our team will call you. If you have not seen your GP, please ask for an appointment.'
          : 'If you would like to talk about it, please call us.'}
      </p>
    </Notice>
  )
}

type OnAnswered = (followUp: FollowUp, outcome: OutcomeCode) => void

function Question({
  linkKey: key,
  name,
  onAnswered,
}: {
  linkKey: string
  name: string
  onAnswered: OnAnswered
}) {
  const [outcome, setOutcome] = useState<OutcomeCode | null>(null)
  const [on, setOn] = useState('')
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const isDiagnosisAsked = outcome !== null && hasDiagnosis(outcome)
  const isDayAsked = outcome !== null && hasDay(outcome)
  const day = isDayAsked && on !== '' ? on : null

  return (
    <AnswersForm
      lede={`Hello ${name}. We would like to know how things have gone. We keep your answer encrypted, with your health record.`}
      answers="answer"
      check={() => faultsOf(outcome, day)}
      send={async () => {
        if (outcome === null) return
        const named = isDiagnosisAsked && diagnosis ? { diagnosis } : {}
        const body = { key, outcome, on: day, ...named }
        onAnswered(await send('POST /api/follow-up/answer', { body }), outcome)
      }}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            name="outcome"
            label="What has happened since you were with us?"
            hint="If more than one is true, choose the most recent."
            options={CHOICES}
            value={outcome ?? ''}
            onChange={(value) => setOutcome(OUTCOME_CODES.find((code) => code === value) ?? null)}
            error={outcome === null ? errorOf('outcome') : undefined}
          />
          {isDiagnosisAsked && (
            <RadioGroup
              name="diagnosis"
              label="What was it?"
              hint="You may leave this open."
              options={DIAGNOSIS_OPTIONS}
              value={diagnosis ?? ''}
              onChange={(value) => setDiagnosis(DIAGNOSES.find((one) => one === value) ?? null)}
            />
          )}
          {isDayAsked && (
            <TextField
              type="date"
              name="on"
              label="When was that?"
              optional
              hint="A rough date is fine."
              width={20}
              max={ukDate(new Date())}
              value={on}
              onChange={(event) => setOn(event.currentTarget.value)}
              error={errorOf('on')}
            />
          )}
        </>
      )}
    </AnswersForm>
  )
}

const DIAGNOSIS_OPTIONS = DIAGNOSES.map((value) => ({ value, label: DIAGNOSIS_CHOICES[value] }))
const CHOICES = OUTCOME_CODES.map((value) => ({ value, label: OUTCOME_CHOICES[value] }))

function faultsOf(outcome: OutcomeCode | null, day: string | null): FieldError[] {
  if (outcome === null) return [{ field: 'outcome', message: 'Please choose an answer.' }]
  const fault = day === null ? null : outcomeDayFault(day, ukDate(new Date()))
  return fault === null ? [] : [{ field: 'on', message: fault }]
}
