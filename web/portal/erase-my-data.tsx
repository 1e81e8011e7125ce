import { useState } from 'react'
import { RETAINED_DATA } from '../../domain/erasure.ts'
import type { Erasure } from '../../domain/my-data.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { reportClientError } from '../report-error.ts'
import { Button } from '../ui/button.tsx'
import { alert, confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './portal.module.css'
import { PortalSection } from './portal-section.tsx'

export function EraseMyData({ erasure }: { erasure: Erasure | null }) {
  const [request, setRequest] = useState(erasure?.request ?? null)
  const [isPending, setPending] = useState(false)

  async function requestErasure() {
    if (isPending || !(await confirm(QUESTION))) return
    await change('POST /api/my-data/erasure-request', 'Your request has been sent.')
  }

  async function withdrawRequest() {
    if (isPending) return
    await change('DELETE /api/my-data/erasure-request', 'Your request has been withdrawn.')
  }

  async function change(
    call: 'POST /api/my-data/erasure-request' | 'DELETE /api/my-data/erasure-request',
    done: string,
  ) {
    setPending(true)
    try {
      setRequest((await send(call)).request)
      toast({ text: done, tone: 'success' })
    } catch (error) {
      await alertProblem(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <PortalSection title="Erase my data">
      {request ? (
        <Notice icon="info" title="You have asked us to erase your data" level={3}>
          <p>
            You asked at <time dateTime={request.asked_at}>{momentOf(request.asked_at)}</time>. We
            will answer by email within one month. Until then you cannot book. Everything else in
            your account still works.
          </p>
        </Notice>
      ) : (
        <p>
          You can ask us to erase your account and what we hold about you. We will answer within one
          month.
        </p>
      )}
      <h3 className={styles.subhead}>What we must keep, and for how long</h3>
      <ul className={styles.list}>
        {RETAINED_DATA.map(({ what, why, until }) => (
          <li key={what}>
            <b>{what}</b>
            <span>{until}</span>
            <span className={styles.why}>{why}</span>
          </li>
        ))}
      </ul>
      <p>
        {request ? (
          <Button kind="quiet" pending={isPending} onClick={withdrawRequest}>
            Withdraw my request
          </Button>
        ) : (
          <Button
            kind="quiet"
            pending={isPending}
            disabled={erasure === null}
            onClick={requestErasure}
          >
            Ask us to erase my data
          </Button>
        )}
      </p>
      {erasure === null && (
        <p>We could not check whether you have already asked. Please reload this page.</p>
      )}
    </PortalSection>
  )
}

const QUESTION = {
  title: 'Ask us to erase your data?',
  text: 'We will erase your account and everything we do not have to keep. You will no longer be able to sign in. You can withdraw your request until we have answered it.',
  yes: 'Yes, ask for it',
  no: 'No, keep my data',
}

const REFUSAL_HINTS: Partial<Record<string, string>> = {
  erasure_after_appointment:
    'You have an upcoming appointment. Please cancel it in Upcoming Events, or wait until it is over, and then ask again.',
  erasure_after_payment:
    'You have a payment or refund in progress. Please ask again when it is finished. This takes a few days at most.',
}

async function alertProblem(error: unknown): Promise<void> {
  const first = error instanceof ApiError ? REFUSAL_HINTS[error.code] : undefined
  if (first) return alert({ title: 'You cannot do this yet', text: first, tone: 'warn' })
  reportClientError('Failed to change the request to be erased', error)
  await alert({
    title: 'That did not work',
    text: 'Nothing has been changed. Please try again in a moment.',
    tone: 'warn',
  })
}

function momentOf(at: string): string {
  return momentInWords(new Date(at))
}
