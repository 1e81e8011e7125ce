import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { write } from '../../api.ts'
import { ReasonForm } from '../../parts/reason-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

/** For a row that was given to the wrong man: until the release it can be given to another. */
export function TakeBack({ result: { id, version }, onDone }: Props) {
  return (
    <details>
      <summary>Wrong person? Withdraw this result</summary>
      <p>The row in the laboratory’s file will need a decision again.</p>
      <ReasonForm
        name="take_note"
        submit="Withdraw it"
        label="Why is it the wrong person?"
        maxLength={2000}
        send={async (note) => {
          const body = { note, version }
          await write('POST /api/office/results/:id/take-back', { params: { id }, body })
          await onDone('Withdrawn')
        }}
      />
    </details>
  )
}
