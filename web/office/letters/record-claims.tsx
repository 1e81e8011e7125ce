import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { ClaimToDecide } from '../../../domain/office/claim-schemas.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { download, read, write } from '../api.ts'
import styles from '../merges/merges.module.css'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'

export const loader = listLoader<ClaimToDecide>((options) =>
  read('GET /api/office/record-claims', options),
)

/** Claims of records with anything of health, decided by clinicians. */
export function Component() {
  const list = useLoaderData<LoadedList<ClaimToDecide>>()
  return (
    <ListPage
      title="Claims of records"
      lede="These accounts entered the code from our letter with the right date of birth. The record has results, a sample or an account, so nothing is shown until the contact on record confirms it or you release it. Compare both sides, and call the member on a number from before if you are not sure."
      list={list}
      rowsName="claims"
      rowKey={({ claim_id: id }) => id}
      empty={
        <p>
          There are no claims. When an account claims a record with results, you will see it here.
        </p>
      }
      columns={[
        { label: 'Record', cell: ({ record }) => <Record {...record} /> },
        { label: 'Account', cell: ({ account }) => <Account {...account} /> },
        { label: 'What we know', cell: (claim) => <Facts {...claim} /> },
        { label: 'Decide by', cell: ({ until }) => dayInWords(until) },
        { label: 'Next step', cell: (claim) => <Decide {...claim} /> },
      ]}
    />
  )
}

function Record({ id, name, date_of_birth: born, current, former }: ClaimToDecide['record']) {
  const before = contactText(former)
  const now = contactText(current)
  return (
    <span className={styles.person}>
      <b>{name}</b>
      <span>
        Record {id}, born {dayInWords(born)}
      </span>
      <span>{before}</span>
      {now !== before && <span>Now: {now}</span>}
    </span>
  )
}

function Account({ email, own }: ClaimToDecide['account']) {
  return (
    <span className={styles.person}>
      <b>{email}</b>
      {own ? (
        <span>
          {own.name}, record {own.id}, born {dayInWords(own.date_of_birth)}
        </span>
      ) : (
        <span>No record of its own</span>
      )}
    </span>
  )
}

function Facts(claim: ClaimToDecide) {
  const { letter, told_at: toldAt, tube_proven_at: provenAt, releasable_from: from } = claim
  return (
    <span className={styles.person}>
      <span>Claimed {momentInWords(new Date(claim.claimed_at))}</span>
      <span>
        Letter: {letter.requested_by ? `requested by ${letter.requested_by}, ` : ''}printed by{' '}
        {letter.printed_by}, {momentInWords(new Date(letter.printed_at))}
      </span>
      {claim.replaces_account && (
        <b>
          The member said that they have lost the address of their account. This account would take
          its place.
        </b>
      )}
      {claim.is_contact_changed && (
        <b>The office has changed the contact details lately. Check why.</b>
      )}
      <span>
        {claim.notice === 'message' &&
          'The contact on record has our message and has not answered.'}
        {claim.notice === 'letter' &&
          (toldAt
            ? `The letter to the address on record was printed ${momentInWords(new Date(toldAt))}.`
            : 'No email or mobile on record: print the letter to the address on record.')}
        {claim.notice === 'nobody' && 'There are no contact details on record.'}
      </span>
      {provenAt && <span>The account knows the code of a tube of this record.</span>}
      {from && <span>Can be released from {momentInWords(new Date(from))}</span>}
    </span>
  )
}

function Decide(claim: ClaimToDecide) {
  const { claim_id: id, record, against_release: againstRelease } = claim
  const [act, setAct] = useState<'release' | 'refusal' | null>(null)
  const { revalidate } = useRevalidator()
  const reportDone = useReportDone()
  const printing = useAction(async () => {
    const call = 'POST /api/office/record-claims/:id/letter'
    await download(call, `letter-${record.id}.pdf`, { params: { id } })
    await revalidate()
  })
  if (claim.against_refusal !== null) return claim.against_refusal
  const isRelease = act === 'release'

  async function decide(reason: string) {
    const options = { params: { id }, body: { reason } }
    if (isRelease) await write('POST /api/office/record-claims/:id/release', options)
    else await write('POST /api/office/record-claims/:id/refusal', options)
    setAct(null)
    await reportDone(isRelease ? 'The claim has been released.' : 'The claim has been refused.')
  }

  return (
    <span className={styles.person}>
      {againstRelease !== null && <span>{againstRelease}</span>}
      {claim.notice === 'letter' && (
        <Button
          kind="quiet"
          pending={printing.isPending}
          aria-label={`Print the letter to the address on record ${record.id}`}
          onClick={printing.run}
        >
          Print the letter
        </Button>
      )}
      {againstRelease === null && (
        <Button
          kind="quiet"
          aria-label={`Release the claim of record ${record.id}`}
          onClick={() => setAct('release')}
        >
          Release
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label={`Refuse the claim of record ${record.id}`}
        onClick={() => setAct('refusal')}
      >
        Refuse
      </Button>
      {act && (
        <Modal
          title={`${isRelease ? 'Release' : 'Refuse'} the claim of record ${record.id}`}
          onClose={() => setAct(null)}
        >
          <ReasonForm
            submit={isRelease ? 'Release the claim' : 'Refuse the claim'}
            label="How do you know?"
            missing="Say how you know."
            send={decide}
            onCancel={() => setAct(null)}
          >
            <p>
              {isRelease
                ? `The account ${claim.account.email} will see the results of ${record.name}.`
                : 'The account gets an email without the reason, which asks them to call us.'}
            </p>
          </ReasonForm>
        </Modal>
      )}
    </span>
  )
}

function contactText({ email, phone, address }: ClaimToDecide['record']['current']): string {
  const parts = [email, phone, address.join(', ')].filter((part) => part)
  return parts.length > 0 ? parts.join(' · ') : 'No contact details'
}
