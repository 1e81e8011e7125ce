import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { RequestedMerge } from '../../../domain/office/claim-schemas.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { read, write } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import styles from './merges.module.css'

export const loader = listLoader<RequestedMerge>((options) =>
  read('GET /api/office/merge-requests', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<RequestedMerge>>()
  return (
    <ListPage
      title="Merge requests"
      trail={[{ label: 'Possible duplicates', to: '/doubles' }]}
      lede="These members already have an account and a record. They entered the code and date of birth for another record, from one of our letters, or an admin proposed the merge. Compare the two records first. A second admin must approve what one admin proposes."
      list={list}
      rowsName="requests"
      rowKey={({ request_id: id }) => id}
      csv={{ address: '/api/office/merge-requests', fileName: 'merge-requests.csv' }}
      empty={<p>There are no requests.</p>}
      columns={[
        { label: 'Record', cell: ({ member }) => <Record {...member} /> },
        { label: 'With record', cell: ({ other }) => <Record {...other} /> },
        { label: 'From', cell: (request) => <From {...request} /> },
        { label: 'Asked', cell: ({ asked_at: at }) => momentInWords(new Date(at)) },
        { label: 'Answer due by', cell: ({ until }) => dayInWords(until) },
        { label: 'Next step', cell: (request) => <Decide {...request} /> },
      ]}
    />
  )
}

function Record({
  id,
  name,
  date_of_birth: born,
  has_account: hasAccount,
}: RequestedMerge['member']) {
  return (
    <span className={styles.person}>
      <b>{name}</b>
      <span>
        Record {id}, born {dayInWords(born)}
      </span>
      <span>{hasAccount ? 'Has an online account' : 'No account'}</span>
    </span>
  )
}

function From({ is_of_member: isOfMember, proposal }: RequestedMerge) {
  return (
    <span className={styles.person}>
      {isOfMember && <span>The member, with the code from our letter</span>}
      {proposal && (
        <span>
          {proposal.by} proposes to keep record {proposal.kept_id}: {proposal.reason}
        </span>
      )}
    </span>
  )
}

function Decide({
  request_id: id,
  member,
  other,
  proposal,
  may_confirm: mayConfirm,
}: RequestedMerge) {
  const [isRefusing, setRefusing] = useState(false)
  const reportDone = useReportDone()

  async function refuse(reason: string) {
    const body = { reason }
    await write('POST /api/office/merge-requests/:id/refusal', { params: { id }, body })
    setRefusing(false)
    await reportDone('The two records will not be merged.')
  }

  return (
    <span className={styles.person}>
      {proposal && !mayConfirm && <span>Waiting for another admin</span>}
      {mayConfirm ? (
        <Link
          to={`/merge-requests/${id}`}
          aria-label={`Compare and approve: records ${member.id} and ${other.id}`}
        >
          Compare and approve
        </Link>
      ) : (
        <Link
          to={`/members/${member.id}/merges/${other.id}`}
          aria-label={`Compare record ${member.id} of ${member.name} with ${other.id}`}
        >
          Compare
        </Link>
      )}
      <Button
        kind="quiet"
        aria-label={`Do not merge: records ${member.id} and ${other.id}`}
        onClick={() => setRefusing(true)}
      >
        Do not merge
      </Button>
      {isRefusing && (
        <Modal
          title={`Do not merge records ${member.id} and ${other.id}`}
          onClose={() => setRefusing(false)}
        >
          <ReasonForm
            submit="Do not merge"
            label="Why"
            send={refuse}
            onCancel={() => setRefusing(false)}
          >
            <p>
              A member who asked will get an email asking them to call us. It does not give the
              reason.
            </p>
          </ReasonForm>
        </Modal>
      )}
    </span>
  )
}
