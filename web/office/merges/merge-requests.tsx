import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import type { MergeAsked } from '../../../domain/office/claim-shapes.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { ReasonField, reasonErrors } from '../members/appointment-page.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import styles from './merges.module.css'

export const loader = listLoader<MergeAsked>((options) =>
  read('GET /api/office/merge-requests', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<MergeAsked>>()
  return (
    <ListPage
      title="Asked to join records"
      trail={[{ label: 'Doubles', to: '/doubles' }]}
      lede="These members have an account with a record of their own, and entered the code of our letter to another record with its date of birth. Compare both, and merge them when you are sure."
      list={list}
      rowsName="requests"
      rowKey={({ request_id: id }) => id}
      csv={{ address: '/api/office/merge-requests', fileName: 'merge-requests.csv' }}
      empty={<p>Nobody has asked.</p>}
      columns={[
        { label: 'Asked by', cell: ({ member }) => <Record {...member} /> },
        { label: 'With the letter to', cell: ({ other }) => <Record {...other} /> },
        { label: 'Asked', cell: ({ asked_at: at }) => momentInWords(new Date(at)) },
        { label: 'Expects an answer by', cell: ({ until }) => dayInWords(until) },
        { label: 'Next step', cell: (request) => <Decide {...request} /> },
      ]}
    />
  )
}

function Record({ id, name, date_of_birth: born, has_account: hasAccount }: MergeAsked['member']) {
  return (
    <span className={styles.person}>
      <b>{name}</b>
      <span>
        Record {id}, born {dayInWords(born)}
      </span>
      <span>{hasAccount ? 'Signs in on the site' : 'No account'}</span>
    </span>
  )
}

function Decide({ request_id: id, member, other }: MergeAsked) {
  const [isRefusing, setRefusing] = useState(false)
  const { revalidate } = useRevalidator()

  async function refuse(typed: FormData) {
    const body = { reason: textIn(typed, 'reason') }
    await write('POST /api/office/merge-requests/:id/refusal', { params: { id }, body })
    setRefusing(false)
    toast({ text: `${member.name} gets a mail and is asked to ring.`, tone: 'success' })
    await revalidate()
  }

  return (
    <span className={styles.person}>
      <Link
        to={`/members/${member.id}/merges/${other.id}`}
        aria-label={`Compare record ${member.id} of ${member.name} with ${other.id}`}
      >
        Compare
      </Link>
      <Button
        kind="quiet"
        aria-label={`Do not join: records ${member.id} and ${other.id}`}
        onClick={() => setRefusing(true)}
      >
        Do not join
      </Button>
      {isRefusing && (
        <Modal
          title={`Do not join records ${member.id} and ${other.id}`}
          onClose={() => setRefusing(false)}
        >
          <OfficeForm
            submit="Do not join"
            check={(typed) => reasonErrors(typed, 'Please say why.')}
            send={refuse}
            onCancel={() => setRefusing(false)}
          >
            {(errorOf) => (
              <>
                <p>{member.name} gets a mail without the reason, and is asked to ring us.</p>
                <ReasonField label="Why" error={errorOf('reason')} />
              </>
            )}
          </OfficeForm>
        </Modal>
      )}
    </span>
  )
}
