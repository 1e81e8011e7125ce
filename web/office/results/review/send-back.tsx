import type { OpenedResult } from '../../../../domain/office/lab-result-shapes.ts'
import { TextField } from '../../../ui/field.tsx'
import { write } from '../../api.ts'
import { OfficeForm, textIn } from '../../parts/office-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

/** For a slip, or another opinion: the first review starts again with nothing chosen. */
export function SendBack({ result: { id, version }, onDone }: Props) {
  return (
    <details>
      <summary>Send it back to review</summary>
      <OfficeForm
        submit="Send back"
        check={(typed) =>
          textIn(typed, 'back_note') === '' ? [{ field: 'back_note', message: 'Say why.' }] : []
        }
        send={async (typed) => {
          const body = { note: textIn(typed, 'back_note'), version }
          await write('POST /api/office/results/:id/send-back', { params: { id }, body })
          await onDone('Sent back')
        }}
      >
        {(errorOf) => (
          <TextField
            name="back_note"
            label="Why are you sending it back?"
            maxLength={2000}
            autoComplete="off"
            error={errorOf('back_note')}
          />
        )}
      </OfficeForm>
    </details>
  )
}
