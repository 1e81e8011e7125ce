import { useState } from 'react'
import type { ClaimAnswer, ClaimLink } from '../../domain/claim-schemas.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { ApiError, send } from '../api.ts'
import { Helpline } from '../events/helpline.tsx'
import { reportClientError } from '../report-error.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { unexpected } from '../ui/form-text.ts'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './by-link.module.css'

export async function loadClaim(key: string) {
  const first = await send('POST /api/claim-link', { body: { key } })
  return { screen: <Claim linkKey={key} first={first} /> }
}

const TITLES: Record<ClaimLink['state'], string> = {
  open: 'Did you ask for this record?',
  confirmed: 'Your record is linked',
  not_me: 'Thank you for telling us',
  over: 'This link has expired',
}

function Claim({ linkKey: key, first }: { linkKey: string; first: ClaimLink }) {
  const [claim, setClaim] = useState(first)
  const [pending, setPending] = useState<ClaimAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function give(answer: ClaimAnswer) {
    if (pending) return
    setPending(answer)
    setProblem(null)
    try {
      setClaim(await send('POST /api/claim-link/answer', { body: { key, answer } }))
    } catch (error) {
      if (!(error instanceof ApiError)) reportClientError('Failed to answer a claim', error)
      setProblem(error instanceof ApiError ? error.message : unexpected())
    }
    setPending(null)
  }

  return (
    <Wrap>
      <PageTitle key={claim.state}>{TITLES[claim.state]}</PageTitle>
      <div className={styles.page}>
        {claim.state === 'open' && (
          <>
            <p>
              On {dayInWords(claim.claimed_on)}, an online account with the email address{' '}
              <b>{claim.masked_email}</b> asked to see the record that we have for{' '}
              {claim.first_name}. It cannot see anything yet.
            </p>
            {!claim.may_confirm && (
              <p>
                If it was you, you do not have to do anything here. We will decide without this
                link.
              </p>
            )}
            <Buttons>
              {claim.may_confirm && (
                <Button pending={pending === 'me'} onClick={() => give('me')}>
                  Yes, this was me
                </Button>
              )}
              <Button kind="quiet" pending={pending === 'not_me'} onClick={() => give('not_me')}>
                This was not me
              </Button>
            </Buttons>
            <FormProblem>{problem}</FormProblem>
          </>
        )}
        {claim.state === 'confirmed' && (
          <Notice role="status" title="The account can now see your record">
            <p>Sign in with the email address {claim.masked_email} to see it.</p>
          </Notice>
        )}
        {claim.state === 'not_me' && (
          <Notice role="status" title="The account will not see the record">
            <p>Nothing was shown. We will find out how somebody got the code.</p>
          </Notice>
        )}
        {claim.state === 'over' && (
          <Notice tone="warn" icon="clock" title="There is nothing to answer any more">
            <p>The request has already been decided.</p>
          </Notice>
        )}
        <p>
          Questions? Call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}
