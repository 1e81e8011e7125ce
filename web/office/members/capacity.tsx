import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  CAPACITY_DECISIONS,
  type Capacity,
  type CapacityDecision,
  type CapacityKind,
  needsAttorney,
} from '../../../domain/office/capacity.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import styles from './member.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<Capacity> {
  return read('GET /api/office/members/:id/capacity', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

const KIND_WORDS: Record<CapacityKind, string> = {
  doubt: 'Somebody doubts that they understand the test',
  has_capacity: 'They understand it and decide themselves',
  attorney: 'An attorney decides for them',
  deputy: 'A deputy appointed by the court decides for them',
  best_interests: 'The test is in their best interests',
  no_test: 'No test',
}

/** Whether a member understands the test: anybody may doubt it, a clinician decides. */
export function Component() {
  const member = useLoaderData<Capacity>()
  const mayDecide = useCan('capacity.decide')
  return (
    <OfficePage
      title={`Does ${member.name} understand the test?`}
      trail={[{ label: 'Open tasks', to: '/loops' }]}
      lede={`Born ${dayInWords(member.date_of_birth)}. A doubt stops the blood test. Appointments stay booked.`}
    >
      <PersonBanner person={member.person} />
      <State {...member} />
      {member.entries.map((entry) => (
        <section key={entry.id} aria-label={`Entry ${entry.id}`}>
          <Facts>
            <Fact term="Recorded">{KIND_WORDS[entry.kind]}</Fact>
            <Fact term="By">
              {entry.by}, {momentInWords(new Date(entry.at))}
            </Fact>
            {entry.name && <Fact term="Who decides">{entry.name}</Fact>}
            {entry.paper && <Fact term="Paper seen">{entry.paper}</Fact>}
            {entry.words && <Fact term="Words">{entry.words}</Fact>}
          </Facts>
        </section>
      ))}
      {mayDecide && member.entries.length > 0 && <Decide key={member.entries[0]?.id} {...member} />}
      <Doubt {...member} />
    </OfficePage>
  )
}

function State({ stop, entries }: Capacity) {
  if (stop === 'doubted')
    return (
      <Notice tone="warn" title="Do not take blood: a clinician must decide">
        <p>The booking stays. In the meantime, staff must not take consent.</p>
      </Notice>
    )
  if (stop === 'no_test')
    return (
      <Notice tone="warn" title="Do not take blood: a clinician has decided">
        <p>Cancel a coming appointment with the member, or with the person who decides for them.</p>
      </Notice>
    )
  return <p>{entries.length === 0 ? 'Nobody has recorded a doubt.' : 'The test can go ahead.'}</p>
}

function Decide({ member_id: id, entries }: Capacity) {
  const [decision, setDecision] = useState<CapacityDecision | ''>('')
  const reportDone = useReportDone()
  const doubt = entries.find(({ kind }) => kind === 'doubt')?.id ?? 0
  const isNamed = decision !== '' && needsAttorney(decision)
  return (
    <section className={styles.consent} aria-labelledby="decide">
      <h2 id="decide">Your decision</h2>
      <OfficeForm
        submit="Record the decision"
        check={(typed) => [
          ...(decision === '' ? [{ field: 'decision', message: 'Choose one.' }] : []),
          ...['name', 'paper', 'words'].flatMap((field) =>
            (field === 'words' || isNamed) && textIn(typed, field) === ''
              ? [{ field, message: MISSING[field] ?? '' }]
              : [],
          ),
        ]}
        send={async (typed) => {
          if (decision === '') return
          const named = isNamed && { name: textIn(typed, 'name'), paper: textIn(typed, 'paper') }
          await write('POST /api/office/members/:id/capacity/decisions', {
            params: { id },
            body: { doubt, decision, words: textIn(typed, 'words'), ...named },
          })
          await reportDone('The decision has been recorded.')
        }}
      >
        {(errorOf) => (
          <>
            <RadioGroup
              name="decision"
              label="What do you decide?"
              options={CAPACITY_DECISIONS.map((value) => ({ value, label: KIND_WORDS[value] }))}
              value={decision}
              onChange={(value) =>
                setDecision(CAPACITY_DECISIONS.find((one) => one === value) ?? '')
              }
              error={errorOf('decision')}
            />
            {isNamed && (
              <>
                <TextField
                  name="name"
                  label="Who decides for the member"
                  maxLength={120}
                  autoComplete="off"
                  error={errorOf('name')}
                />
                <TextField
                  name="paper"
                  label="Paper that you have seen"
                  hint="For example: lasting power of attorney for health and welfare, registered 3 May 2024."
                  maxLength={300}
                  autoComplete="off"
                  error={errorOf('paper')}
                />
              </>
            )}
            <TextAreaField
              name="words"
              label={
                decision === 'best_interests'
                  ? 'Why it is in their best interests, and whom you asked'
                  : 'What you found'
              }
              rows={4}
              maxLength={2_000}
              error={errorOf('words')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

const MISSING: Record<string, string> = {
  name: 'Enter who decides for the member.',
  paper: 'Enter the paper that you have seen.',
  words: 'Write what you found.',
}

function Doubt({ member_id: id }: Capacity) {
  const reportDone = useReportDone()
  return (
    <section className={styles.consent} aria-labelledby="doubt">
      <h2 id="doubt">A doubt</h2>
      <ReasonForm
        name="doubt"
        submit="Record the doubt: no test before a clinician decides"
        label="Why do you doubt that they understand the test?"
        hint="What you saw or heard, in plain words. Only a clinician reads it."
        rows={3}
        missing="Say why you doubt it."
        send={async (text) => {
          await write('POST /api/office/members/:id/capacity/doubts', {
            params: { id },
            body: { words: text },
          })
          await reportDone('The doubt has been recorded. A clinician has a task.')
        }}
      />
    </section>
  )
}
