import { useEffect, useRef, useState } from 'react'
import { replace, useNavigate } from 'react-router'
import type { ConsentPayload } from '../../domain/contract.ts'
import { send } from '../api.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { ForOwner } from '../link-owner/for-owner.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { reportClientError } from '../report-error.ts'
import { stayOnSignOut } from '../session.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import type { Route } from './+types/test-consent.ts'
import { clearAnswers, toConsent, useAnswers } from './answers.ts'
import { ConsentForm } from './consent-form.tsx'
import { type ConsentTarget, loadConsentTarget } from './consent-target.ts'
import { Day } from './day-box.tsx'
import { NeedsScript } from './needs-script.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import styles from './test-consent.module.css'
import { NOT_VALID, SAVED, savingProblem } from './test-consent-text.ts'

const TITLE = 'Consent form'

export function meta() {
  return [{ title: `${TITLE} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const test = await loadConsentTarget(request)
  if (test) return { test }
  toast({ text: NOT_VALID, tone: 'error' })
  return replace('/')
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading the consent form</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

export default function TestConsent({ loaderData: { test } }: Route.ComponentProps) {
  const { profileId, testDate, eventId, eventName, key } = test
  const [answers, change] = useAnswers(`${profileId}/test of ${testDate}`)
  const [isSignedOut, setSignedOut] = useState(false)
  const [giveConsent] = useState(createConsentSender)
  const navigate = useNavigate()
  const dismissToast = useRef(() => {})
  useEffect(() => stayOnSignOut((isSignedIn) => setSignedOut(!isSignedIn)), [])

  async function submit() {
    const subject = { profileId, psaTestDate: testDate, ...(eventId !== null && { eventId }) }
    const consent = toConsent(answers, subject)
    if (!consent) return
    dismissToast.current()
    try {
      await giveConsent(consent, key)
    } catch (error) {
      const { text, isOver } = savingProblem(error, { byLink: key !== null })
      dismissToast.current = toast({ text, tone: 'error' })
      reportClientError('Failed to save consent', error)
      if (isOver) await leave()
      return
    }
    toast({ text: SAVED, tone: 'success' })
    await leave()
  }

  async function leave() {
    clearAnswers()
    await navigate('/', { replace: true })
  }

  const page = (
    <Wrap>
      <PageTitle>{TITLE}</PageTitle>
      <div className={styles.page}>
        <Day date={testDate}>{eventName ?? 'Your test'}</Day>
        {isSignedOut && key === null && <SignInAgain />}
        <ConsentForm answers={answers} onChange={change} onConsent={submit} action="Give consent" />
      </div>
    </Wrap>
  )
  return key === null ? page : <ForOwner link={{ kind: 'consent', key }}>{page}</ForOwner>
}

/** Retries of the same consent reuse its idempotency key. */
function createConsentSender() {
  let sent = ''
  let idempotencyKey = ''
  return async (consent: ConsentPayload, key: ConsentTarget['key']) => {
    const texts = JSON.stringify(consent)
    if (texts !== sent) idempotencyKey = crypto.randomUUID()
    sent = texts
    if (key === null) await send('POST /api/medical/consent', { body: consent, idempotencyKey })
    else {
      const body = { ...consent, key }
      await send('POST /api/medical/consent-by-link', { body, idempotencyKey })
    }
  }
}

export function ErrorBoundary() {
  return <CouldNotLoad title={TITLE} what="the consent form" />
}
