import { useState } from 'react'
import { RouterContextProvider, useRevalidator } from 'react-router'
import type { Claimed, RecordRequests } from '../../domain/claim-shapes.ts'
import { BOOKING_HELPLINE, HELPLINE_HOURS } from '../../domain/helpline.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { LETTER_PAGE, withFrom } from '../account/return-path.ts'
import { get } from '../api.ts'
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
  const asked = await get(new RouterContextProvider(), 'GET /api/record-claims')
  return <Letter loaded={{ email, isMember: member !== null, ...asked }} />
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
      <PageTitle lede="Have you been to one of our events, and had a letter from us with a code? With it you see your appointments and results here.">
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
                  You are logged in as <b className={styles.email}>{loaded.email}</b>.{' '}
                  {loaded.isMember &&
                    'You have a record already, so our office looks at both before they become one.'}
                </p>
                <ClaimForm onClaimed={show} />
              </>
            )}
          </>
        )}
        <p className={styles.help}>
          Is something not right with the letter? Ring us on {BOOKING_HELPLINE}, {HELPLINE_HOURS}.
        </p>
      </div>
    </Wrap>
  )
}

function AsVisitor() {
  return (
    <>
      <p>
        First you need an account on this site, with an email address of your own and a password.
        You need not tell us who you are again: the letter’s code finds your record.
      </p>
      <Buttons>
        <ButtonLink to={withFrom('/signup', LETTER_PAGE)}>Create an account</ButtonLink>
        <ButtonLink kind="quiet" to={withFrom('/login', LETTER_PAGE)}>
          Log in
        </ButtonLink>
      </Buttons>
      <p>
        Have you just created it? Open the email that we have sent you and confirm your address. You
        then come back to this page.
      </p>
    </>
  )
}

function Linked() {
  return (
    <>
      <Notice role="status" title="Your record is linked to your account">
        <p>
          Your appointments, your results and what you have consented to are in your portal now.
        </p>
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
      <Notice role={isNew ? 'status' : undefined} title="Our office looks at your two records">
        <p>
          You will have an answer by {dayInWords(latest.until)}. Until then everything stays as it
          is, and you need not enter the code again.
        </p>
      </Notice>
    )
  return (
    <Notice
      title={latest.state === 'merged' ? 'Your two records are one now' : 'We did not join them'}
    >
      <p>
        {latest.state === 'merged'
          ? 'Everything is in your portal.'
          : 'Please ring us: we will tell you why, and help.'}
      </p>
    </Notice>
  )
}
