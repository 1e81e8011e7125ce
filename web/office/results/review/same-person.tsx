import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { mayCompare } from '../../../../domain/office/result-holds.ts'
import { write } from '../../api.ts'
import { ReasonForm } from '../../parts/reason-form.tsx'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

/** Where it has to be said that the sample is of this person; nothing otherwise. */
export function SamePerson({ result: { id, version, holds }, onDone }: Props) {
  if (!mayCompare(holds)) return null
  return (
    <section aria-labelledby="same">
      <h2 id="same">Does the sample belong to this member?</h2>
      <ReasonForm
        maxLength={2000}
        name="same_note"
        label="How you know that it is"
        submit="It belongs to this member"
        send={async (note) => {
          const body = { note, version }
          await write('POST /api/office/results/:id/same-person', { params: { id }, body })
          await onDone('Recorded that it belongs to this member')
        }}
      />
    </section>
  )
}
