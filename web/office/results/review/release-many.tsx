import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import type { BatchOutcome, LabResult } from '../../../../domain/office/lab-result-shapes.ts'
import { TextButton } from '../../../ui/button.tsx'
import { CheckboxGroup } from '../../../ui/choices.tsx'
import { read, write } from '../../api.ts'
import { OfficeForm } from '../../parts/office-form.tsx'
import { OfficePage } from '../../parts/office-page.tsx'
import { Keys } from './key-list.tsx'
import { LeftResults } from './left-results.tsx'
import { ReleaseFields, releaseErrors, releaseIn } from './release-fields.tsx'
import { decisionOf, valueWords } from './result-words.ts'
import type { ScreenKey } from './use-keys.ts'

type Ready = { data: LabResult[]; total: number }

export function loader(): Promise<Ready> {
  return read('GET /api/office/results', { query: { tab: 'ready' } })
}

const KEYS: readonly ScreenKey[] = [
  { key: 't', label: 'Tick all', target: '#tick-all' },
  { key: 'enter', label: 'Release the ticked ones', target: 'main form button[type="submit"]' },
]

/** Several ready results for one moment; each is checked by itself. */
export function Component() {
  const { data, total } = useLoaderData<Ready>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [outcome, setOutcome] = useState<BatchOutcome | null>(null)
  const revalidator = useRevalidator()
  const chosen = data.filter(({ id }) => ticked.includes(String(id)))
  const bands = chosen.map((row) => decisionOf(row)?.band ?? null)

  async function release(typed: FormData) {
    const results = chosen.map(({ id, version }) => ({ id, version }))
    const body = { results, ...releaseIn(typed) }
    setOutcome(await write('POST /api/office/results/releases', { body }))
    setTicked([])
    await revalidator.revalidate()
  }
  return (
    <OfficePage
      title="Release several"
      trail={[{ label: 'Results', to: '/results' }]}
      lede={`${total} reviewed and ready. ${total > data.length ? `The first ${data.length} are shown; the rest come after these.` : ''}`}
      actions={<Keys keys={KEYS} />}
    >
      {outcome && <LeftResults outcome={outcome} verb="released" rows={data} />}
      {data.length === 0 ? (
        <p>
          Nothing is ready. <Link to="/results">To the results that wait</Link>
        </p>
      ) : (
        <OfficeForm
          submit={`Release ${chosen.length} (Enter)`}
          check={(typed) =>
            chosen.length === 0
              ? [{ field: 'chosen', message: 'Please tick those to release.' }]
              : releaseErrors(typed, bands)
          }
          send={release}
        >
          {(errorOf) => (
            <>
              <TextButton id="tick-all" onClick={() => setTicked(data.map(({ id }) => String(id)))}>
                Tick all {data.length} (T)
              </TextButton>
              <CheckboxGroup
                name="chosen"
                label="Results"
                options={data.map((row) => ({ value: String(row.id), label: labelOf(row) }))}
                value={ticked}
                onChange={setTicked}
                error={errorOf('chosen')}
              />
              <ReleaseFields bands={bands} errorOf={errorOf} />
            </>
          )}
        </OfficeForm>
      )}
    </OfficePage>
  )
}

function labelOf(row: LabResult): string {
  const band = decisionOf(row)?.band ?? 'No band'
  return `${row.first_name} ${row.last_name}, ${band}, ${valueWords(row)}, ${row.event}`
}
