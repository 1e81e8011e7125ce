import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { IdentityReview, ReviewedRecord } from '../../../domain/office/identity-reviews.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { read, write } from '../api.ts'
import { fieldName } from '../members/contact-labels.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import styles from './merges.module.css'

const TABS = [
  { value: 'open', label: 'To decide' },
  { value: 'decided', label: 'Decided' },
]

export const loader = listLoader<IdentityReview>((options) =>
  read('GET /api/office/identity-reviews', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<IdentityReview>>()
  return (
    <ListPage
      title="Who is this?"
      lede="A member changed their name, gender, date of birth or NHS number after a consent or a result, or two records have the same NHS number. Compare what you see, call the member if you are not sure, and decide. For a shared number, decide each record."
      list={list}
      rowsName="questions"
      tabs={TABS}
      rowKey={({ review_id: id }) => id}
      empty={<p>There are no questions here.</p>}
      columns={[
        { label: 'Record', cell: ({ record }) => <Record {...record} /> },
        { label: 'Compare with', cell: (review) => <Other {...review} /> },
        { label: 'What changed', cell: ({ changes }) => <Changes changes={changes} /> },
        { label: 'Decide by', cell: (review) => <Due {...review} /> },
        { label: 'Next step', cell: (review) => <Decide {...review} /> },
      ]}
    />
  )
}

function Record({ id, name, date_of_birth: born, gender, ...record }: ReviewedRecord) {
  const mayOpen = useCan('members.read')
  const { appointments, samples, results } = record
  return (
    <span className={styles.person}>
      <b>{mayOpen ? <Link to={`/members/${id}`}>{name}</Link> : name}</b>
      <span>
        Record {id}, born {dayInWords(born)}, {gender}
      </span>
      <span>{[record.email, record.phone].filter(Boolean).join(', ') || 'No email or phone'}</span>
      {record.address && <span>{record.address}</span>}
      <span>
        {record.has_account ? 'Has an online account' : 'No account'}, since{' '}
        {dayInWords(record.joined_at.slice(0, 10))}
      </span>
      <span>
        Appointments: {appointments}, samples: {samples}, results: {results}
      </span>
    </span>
  )
}

function Other({ about, others, withholds }: IdentityReview) {
  if (about === 'changed identity') return 'The same record before: see what changed'
  return (
    <span className={styles.person}>
      <b>The same NHS number</b>
      {others.length === 0 && <span>No other record has this number any more.</span>}
      {others.map((other) => (
        <Record key={other.id} {...other} />
      ))}
      {withholds && <span>Some results of the first record are held back until you decide.</span>}
    </span>
  )
}

function Changes({ changes }: Pick<IdentityReview, 'changes'>) {
  if (changes.length === 0) return 'Nothing was changed'
  return (
    <span className={styles.person}>
      {changes.map(({ at, by, fields }) => (
        <span key={`${at} ${by}`} className={styles.person}>
          <span>
            {momentInWords(new Date(at))}, {by}:
          </span>
          {fields.map(({ field, from, to }) => (
            <span key={field}>
              {fieldName(field)}:{' '}
              {to === null ? 'changed' : `${shown(field, from)} → ${shown(field, to)}`}
            </span>
          ))}
        </span>
      ))}
    </span>
  )
}

function Due({ due_at: due, is_overdue: isOverdue, decided }: IdentityReview) {
  if (decided)
    return (
      <span className={styles.person}>
        <b>{decided.outcome === 'confirmed' ? 'Confirmed' : 'Rejected'}</b>
        <span>
          {decided.by}, {momentInWords(new Date(decided.at))}
        </span>
        {decided.reason && <span>{decided.reason}</span>}
      </span>
    )
  return (
    <span className={styles.person}>
      <span>{momentInWords(new Date(due))}</span>
      {isOverdue && <b>Overdue</b>}
    </span>
  )
}

function Decide(review: IdentityReview) {
  const { review_id: id, about, record, decided, against } = review
  const [outcome, setOutcome] = useState<'confirmed' | 'rejected' | null>(null)
  const reportDone = useReportDone()
  if (decided) return null
  if (against !== null) return against
  const isShared = about === 'shared nhs number'
  const submit = outcome === 'confirmed' ? 'Confirm' : 'Reject'

  async function decide(reason: string) {
    if (outcome === null) return
    await write('POST /api/office/identity-reviews/:id/decision', {
      params: { id },
      body: { outcome, reason },
    })
    setOutcome(null)
    await reportDone(`Record ${record.id} has been ${outcome}.`)
  }

  return (
    <span className={styles.person}>
      <Button
        kind="quiet"
        aria-label={`Confirm record ${record.id}`}
        onClick={() => setOutcome('confirmed')}
      >
        Confirm
      </Button>
      <Button
        kind="quiet"
        aria-label={`Reject record ${record.id}`}
        onClick={() => setOutcome('rejected')}
      >
        Reject
      </Button>
      {outcome && (
        <Modal title={`${submit} record ${record.id}`} onClose={() => setOutcome(null)}>
          <ReasonForm
            submit={submit}
            label="How do you know?"
            missing="Say how you know."
            send={decide}
            onCancel={() => setOutcome(null)}
          >
            <p>{consequence(isShared, outcome, record.name)}</p>
          </ReasonForm>
        </Modal>
      )}
    </span>
  )
}

function consequence(isShared: boolean, outcome: 'confirmed' | 'rejected', name: string): string {
  if (outcome === 'confirmed')
    return isShared
      ? `The NHS number belongs to ${name}. Any results we held back will be shown to them.`
      : `${name} is the same person as before. Nothing else changes.`
  return isShared
    ? 'The number is not theirs. Any results we held back stay hidden, and the office gets an email to call them.'
    : 'The new details are wrong. The office gets an email to call the member and correct them.'
}

function shown(field: string, value: string | null): string {
  if (!value) return 'empty'
  return field === 'date_of_birth' ? dayInWords(value) : value
}
