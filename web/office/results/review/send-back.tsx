import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { write } from '../../api.ts'
import { ReasonForm } from '../../parts/reason-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

/** For a slip, or another opinion: the first review starts again with nothing chosen. */
export function SendBack({ result: { id, version }, onDone }: Props) {
  return (
    <details>
      <summary>Send it back to review</summary>
      <ReasonForm
        name="back_note"
        submit="Send back"
        label="Why are you sending it back?"
        maxLength={2000}
        send={async (note) => {
          const body = { note, version }
          await write('POST /api/office/results/:id/send-back', { params: { id }, body })
          await onDone('Sent back')
        }}
      />
    </details>
  )
}
