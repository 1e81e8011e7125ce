import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { write } from '../../api.ts'
import { OfficeForm } from '../../parts/office-form.tsx'
import { ReleaseFields, releaseErrors, releaseIn } from './release-fields.tsx'
import { decisionOf } from './result-text.ts'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

export function ReleaseForm({ result, onDone }: Props) {
  const { id, version, replaces_released: replaces, choice } = result
  const bands = [decisionOf(result)?.band ?? null]
  return (
    <section aria-labelledby="release">
      <h2 id="release">Release</h2>
      {choice === 'gp_only' && <p>We tell only the GP, by letter. The member does not see it.</p>}
      {replaces && (
        <p>
          We will tell the member that this replaces the earlier result, which they can still see.
        </p>
      )}
      <OfficeForm
        submit="Release (Enter)"
        check={(typed) => releaseErrors(typed, bands)}
        send={async (typed) => {
          const body = { ...releaseIn(typed), version }
          await write('POST /api/office/results/:id/release', { params: { id }, body })
          await onDone('Released')
        }}
      >
        {(errorOf) => <ReleaseFields bands={bands} errorOf={errorOf} />}
      </OfficeForm>
    </section>
  )
}
