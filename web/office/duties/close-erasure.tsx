import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ErasureClosing, OfficeErasure } from '../../../domain/office/erasure-shapes.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'

type Outcome = ErasureClosing['outcome']

const WORDS: Record<Outcome, { submit: string; label: string; hint: string; done: string }> = {
  refused: {
    submit: 'Refuse the request',
    label: 'Why we do not erase it',
    hint: 'The member reads these words in an e-mail, and how to complain about it.',
    done: 'The request is refused, and the member is told.',
  },
  'taken back': {
    submit: 'Take the request back',
    label: 'How the member told us',
    hint: 'For example: by telephone on Monday. The member gets an e-mail and may book again.',
    done: 'The request is taken back, and the member is told.',
  },
}

/** Refuses the request, or takes it back for the member. */
export function CloseErasure({ erasure }: { erasure: OfficeErasure }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const revalidator = useRevalidator()
  const words = outcome && WORDS[outcome]

  async function close(typed: FormData) {
    if (!outcome) return
    await write('POST /api/office/erasures/:id/closing', {
      params: { id: erasure.request_id },
      body: { outcome, reason: textIn(typed, 'reason') },
    })
    toast({ text: WORDS[outcome].done, tone: 'success' })
    await revalidator.revalidate()
  }

  return (
    <section aria-labelledby="close">
      <h2 id="close">Or close it</h2>
      {words ? (
        <OfficeForm
          key={outcome}
          submit={words.submit}
          check={(typed) =>
            textIn(typed, 'reason') === '' ? [{ field: 'reason', message: 'Please say why.' }] : []
          }
          send={close}
          onCancel={() => setOutcome(null)}
        >
          {(errorOf) => (
            <TextAreaField
              name="reason"
              label={words.label}
              hint={words.hint}
              maxLength={2000}
              error={errorOf('reason')}
            />
          )}
        </OfficeForm>
      ) : (
        <Buttons>
          <Button kind="quiet" onClick={() => setOutcome('refused')}>
            Refuse it
          </Button>
          <Button kind="quiet" onClick={() => setOutcome('taken back')}>
            Take it back for the member
          </Button>
        </Buttons>
      )}
    </section>
  )
}
