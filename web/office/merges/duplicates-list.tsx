import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { DuplicatesRow } from '../../../domain/office/merge-schemas.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { commonWords } from '../members/contact-labels.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import styles from './merges.module.css'

const TABS = [
  { value: 'open', label: 'To compare' },
  { value: 'decided', label: 'Different people' },
]

export const loader = listLoader<DuplicatesRow>((options) =>
  read('GET /api/office/doubles', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<DuplicatesRow>>()
  return (
    <ListPage
      title="Possible duplicates"
      lede="Pairs of records that may belong to the same person. Compare them, and merge them if you are sure."
      actions={
        <ButtonLink kind="quiet" to="/merge-requests">
          Merge requests
        </ButtonLink>
      }
      list={list}
      rowsName="pairs"
      tabs={TABS}
      rowKey={({ one, other }) => `${one.id}-${other.id}`}
      csv={{ address: '/api/office/doubles', fileName: 'doubles.csv' }}
      empty={<p>There are no pairs here.</p>}
      columns={[
        { label: 'One record', cell: ({ one }) => <Record {...one} /> },
        { label: 'The other', cell: ({ other }) => <Record {...other} /> },
        {
          label: 'The same',
          cell: (pair) => <Common {...pair} />,
        },
        { label: 'Next step', cell: (pair) => <NextStep {...pair} /> },
      ]}
    />
  )
}

function Record({ id, first_name: first, last_name: last, ...record }: DuplicatesRow['one']) {
  const { date_of_birth: born, postcode, has_account: hasAccount } = record
  return (
    <span className={styles.person}>
      <b>
        {first} {last}
      </b>
      <span>
        Record {id}, born {dayInWords(born)}
        {postcode && `, ${postcode}`}
      </span>
      <span>{hasAccount ? 'Has an online account' : 'No account'}</span>
    </span>
  )
}

function Common({ one, other, same, decided }: DuplicatesRow) {
  return (
    <span className={styles.person}>
      {same.length > 0 && <span>{commonWords(same, one, other)}</span>}
      {decided && (
        <span>
          Different people: decided by {decided.by}, {momentInWords(new Date(decided.at))}.{' '}
          {decided.reason}
        </span>
      )}
    </span>
  )
}

/** Keeps the record with an account, else the older one. */
function NextStep({ one, other, decided }: DuplicatesRow) {
  const [kept, merged] = other.has_account && !one.has_account ? [other, one] : [one, other]
  const pair = { one: one.id, other: other.id }
  return (
    <span className={styles.person}>
      <Link
        to={`/members/${kept.id}/merges/${merged.id}`}
        aria-label={`Compare record ${kept.id} of ${kept.first_name} ${kept.last_name} with ${merged.id}`}
      >
        Compare
      </Link>
      {decided ? <Reopen {...pair} /> : <NotTheSame {...pair} />}
    </span>
  )
}

type Pair = { one: number; other: number }

function NotTheSame(pair: Pair) {
  const [isOpen, setOpen] = useState(false)
  const reportDone = useReportDone()
  const records = `records ${pair.one} and ${pair.other}`

  async function decide(reason: string) {
    await write('POST /api/office/doubles/:one/:other/not-the-same', {
      params: pair,
      body: { reason },
    })
    setOpen(false)
    await reportDone(`The ${records} will be kept apart.`)
  }

  return (
    <>
      <Button
        kind="quiet"
        aria-label={`Different people: ${records}`}
        onClick={() => setOpen(true)}
      >
        Different people
      </Button>
      {isOpen && (
        <Modal title={`Different people: ${records}`} onClose={() => setOpen(false)}>
          <ReasonForm
            submit="Different people"
            label="How you know"
            missing="Say how you know."
            send={decide}
            onCancel={() => setOpen(false)}
          >
            <p>The pair moves to ‘Different people’ and will not be suggested again.</p>
          </ReasonForm>
        </Modal>
      )}
    </>
  )
}

function Reopen(pair: Pair) {
  const { isPending, run } = useAction(async () => {
    await write('POST /api/office/doubles/:one/:other/reopening', { params: pair })
    toast({ text: 'The pair is back in ‘To compare’.', tone: 'success' })
  })
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`Undo: records ${pair.one} and ${pair.other} are different people`}
      onClick={run}
    >
      Undo
    </Button>
  )
}
