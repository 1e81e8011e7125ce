import { useState } from 'react'
import type { ErasureClosing, OfficeErasure } from '../../../domain/office/erasure-schemas.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { write } from '../api.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'

type Outcome = ErasureClosing['outcome']

const WORDS: Record<Outcome, { submit: string; label: string; hint: string; done: string }> = {
  refused: {
    submit: 'Refuse the request',
    label: 'Why we are not erasing the data',
    hint: 'We email this reason to the member, and explain how to complain.',
    done: 'The request has been refused and the member has been told.',
  },
  'taken back': {
    submit: 'Withdraw the request',
    label: 'How the member told us',
    hint: 'For example, by phone on Monday. The member gets an email and can book again.',
    done: 'The request has been withdrawn and the member has been told.',
  },
}

/** Refuses the request, or takes it back for the member. */
export function CloseErasure({ erasure }: { erasure: OfficeErasure }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const reportDone = useReportDone()
  const text = outcome && WORDS[outcome]

  async function close(reason: string) {
    if (!outcome) return
    await write('POST /api/office/erasures/:id/closing', {
      params: { id: erasure.request_id },
      body: { outcome, reason },
    })
    await reportDone(WORDS[outcome].done)
  }

  return (
    <section aria-labelledby="close">
      <h2 id="close">Or close it</h2>
      {text ? (
        <ReasonForm
          key={outcome}
          submit={text.submit}
          label={text.label}
          hint={text.hint}
          rows={5}
          maxLength={2000}
          send={close}
          onCancel={() => setOutcome(null)}
        />
      ) : (
        <Buttons>
          <Button kind="quiet" onClick={() => setOutcome('refused')}>
            Refuse it
          </Button>
          <Button kind="quiet" onClick={() => setOutcome('taken back')}>
            Withdraw it for the member
          </Button>
        </Buttons>
      )}
    </section>
  )
}
