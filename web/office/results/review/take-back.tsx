import type { OpenedResult } from '../../../../domain/office/lab-result-shapes.ts'
import { TextField } from '../../../ui/field.tsx'
import { write } from '../../api.ts'
import { OfficeForm, textIn } from '../../parts/office-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

/** For a row that was given to the wrong man: until the release it can be given to another. */
export function TakeBack({ result: { id, version }, onDone }: Props) {
  return (
    <details>
      <summary>Wrong person? Withdraw this result</summary>
      <p>The row in the laboratory’s file will need a decision again.</p>
      <OfficeForm
        submit="Withdraw it"
        check={(typed) =>
          textIn(typed, 'take_note') === '' ? [{ field: 'take_note', message: 'Say why.' }] : []
        }
        send={async (typed) => {
          const body = { note: textIn(typed, 'take_note'), version }
          await write('POST /api/office/results/:id/take-back', { params: { id }, body })
          await onDone('Withdrawn')
        }}
      >
        {(errorOf) => (
          <TextField
            name="take_note"
            label="Why is it the wrong person?"
            maxLength={2000}
            autoComplete="off"
            error={errorOf('take_note')}
          />
        )}
      </OfficeForm>
    </details>
  )
}
