import { useState } from 'react'
import { RouterContextProvider, useRevalidator } from 'react-router'
import type { Claimed, RecordRequests } from '../../domain/claim-schemas.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { LETTER_PAGE, withFrom } from '../account/return-path.ts'
import { get } from '../api.ts'
import { charity } from '../charity.ts'
import { clearMember, requireAccount } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ClaimForm } from './claim-form.tsx'
import styles from './letter.module.css'
import { WaitingClaim } from './waiting-claim.tsx'

const TITLE = 'The code from our letter'

/** For a visitor too, who reads what to do; an account needs no profile here. */
export async function openLetter(request: Request) {
  if (!isSignedIn()) return <Letter loaded={null} />
  const { email, member } = await requireAccount({ request })
  const claims = await get(new RouterContextProvider(), 'GET /api/record-claims')
  return <Letter loaded={{ email, isMember: member !== null, ...claims }} />
}

type Loaded = RecordRequests & { email: string; isMember: boolean }

function Letter({ loaded }: { loaded: Loaded | null }) {
  const [claimed, setClaimed] = useState<Claimed | null>(null)
  const { revalidate } = useRevalidator()
  const isWaiting = loaded?.claims[0]?.state === 'waiting'

  async function show(answer: Claimed) {
    // The record is the account's own now.
    clearMember()
    await revalidate()
    setClaimed(answer)
  }

  return (
    <Wrap>
      <PageTitle lede="If you have been to one of our events and had a letter from us with a code, use the code to see your appointments and results here.">
        {TITLE}
      </PageTitle>
      <div className={styles.page}>
        {!loaded ? (
          <AsVisitor />
        ) : claimed?.state === 'linked' ? (
          <Linked />
        ) : (
          <>
            <WaitingClaim claims={loaded.claims} isNew={claimed !== null} onProven={revalidate} />
            <Requests requests={loaded.requests} isNew={claimed !== null} />
            {claimed === null && !isWaiting && (
              <>
                <p>
                  You are signed in as <b className={styles.email}>{loaded.email}</b>.{' '}
                  {loaded.isMember &&
                    'You already have a record, so our office will check both before merging them.'}
                </p>
                <ClaimForm onClaimed={show} />
              </>
            )}
          </>
        )}
        <p className={styles.help}>
          If something is wrong with the letter, call us on {charity.booking_helpline},{' '}
          {charity.helpline_hours}.
        </p>
      </div>
    </Wrap>
  )
}

function AsVisitor() {
  return (
    <>
      <p>
        First create an account with your own email address and a password. You do not need to give
        us your details again: the code will find your record.
      </p>
      <Buttons>
        <ButtonLink to={withFrom('/signup', LETTER_PAGE)}>Create an account</ButtonLink>
        <ButtonLink kind="quiet" to={withFrom('/login', LETTER_PAGE)}>
          Sign in
        </ButtonLink>
      </Buttons>
      <p>
        If you have just created an account, open the email we sent you and confirm your address.
        You will then come back to this page.
      </p>
    </>
  )
}

function Linked() {
  return (
    <>
      <Notice role="status" title="Your record is linked to your account">
        <p>Your appointments, results and consents are now in your portal.</p>
      </Notice>
      <Buttons>
        <ButtonLink to="/upcoming-events">See my appointments</ButtonLink>
        <ButtonLink kind="quiet" to="/portal">
          Check my details
        </ButtonLink>
      </Buttons>
    </>
  )
}

/** What the member has asked for before, or has just asked for. */
function Requests({ requests, isNew }: Pick<RecordRequests, 'requests'> & { isNew: boolean }) {
  const [latest] = requests
  if (!latest) return null
  if (latest.state === 'open')
    return (
      <Notice role={isNew ? 'status' : undefined} title="Our office is checking your two records">
        <p>
          We will give you an answer by {dayInWords(latest.until)}. Until then nothing changes, and
          you do not need to enter the code again.
        </p>
      </Notice>
    )
  return (
    <Notice
      title={
        latest.state === 'merged'
          ? 'We have merged your two records'
          : 'We did not merge your records'
      }
    >
      <p>
        {latest.state === 'merged'
          ? 'Everything is in your portal.'
          : 'Please call us. We will tell you why and help you.'}
      </p>
    </Notice>
  )
}
