import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { RESULT_CHOICES, type ResultChoice } from '../../../../domain/office/result-holds.ts'
import { RadioGroup } from '../../../ui/choices.tsx'
import { write } from '../../api.ts'
import { missingFields, OfficeForm, textIn } from '../../parts/office-form.tsx'
import { ReasonField } from '../../parts/reason-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

const LABELS: Record<ResultChoice, string> = {
  tell: 'Tell the member anyway',
  gp_only: 'Tell the GP only, by letter',
  destroy: 'Destroy it: nobody will see the number',
}

/** What becomes of a result of a withdrawn consent, of a member who has died, or of an erased record. */
export function ChoiceForm({ result, onDone }: Props) {
  const { id, version, holds, choice: before } = result
  const hasDied = holds.some(({ kind }) => kind === 'died')
  const isErased = holds.some(({ kind }) => kind === 'erased')
  const open = RESULT_CHOICES.filter((choice) => {
    if (isErased) return choice === 'destroy'
    return choice === 'gp_only' ? result.shares_with_gp : !hasDied
  })
  if (open.length === 0)
    return <p>The member has not agreed to share results with a GP. Nothing is sent.</p>
  return (
    <section aria-labelledby="choice">
      <h2 id="choice">What will happen to it?</h2>
      {before && <p>Chosen so far: {LABELS[before].toLowerCase()}.</p>}
      <OfficeForm
        submit="Save the choice"
        check={(typed) =>
          missingFields(typed, {
            choice: 'Choose what to do with it.',
            choice_note: 'Say why.',
          })
        }
        send={async (typed) => {
          const choice = open.find((one) => one === textIn(typed, 'choice'))
          if (!choice) return
          const body = { choice, note: textIn(typed, 'choice_note'), version }
          await write('POST /api/office/results/:id/choice', { params: { id }, body })
          await onDone('Choice saved')
        }}
      >
        {(errorOf) => (
          <>
            <RadioGroup
              name="choice"
              label="Your choice"
              options={open.map((value) => ({ value, label: LABELS[value] }))}
              error={errorOf('choice')}
            />
            <ReasonField
              name="choice_note"
              label="Why, and who asked for it"
              maxLength={2000}
              error={errorOf('choice_note')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}
