import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import type { BatchOutcome, LabResult } from '../../../../domain/office/lab-result-schemas.ts'
import { shortDate } from '../../../portal/results/short-date.ts'
import { TextButton } from '../../../ui/button.tsx'
import { Checkbox, CheckboxGroup, RadioGroup } from '../../../ui/choices.tsx'
import type { FieldError } from '../../../ui/error-summary.tsx'
import { read, write } from '../../api.ts'
import { OfficeForm } from '../../parts/office-form.tsx'
import { OfficePage } from '../../parts/office-page.tsx'
import type { ScreenKey } from '../../parts/use-keys.ts'
import { countOf } from '../import/import-text.ts'
import { holdText } from './holds.tsx'
import { Keys } from './keys.tsx'
import { LeftResults } from './left-results.tsx'
import { ReleaseFields, releaseErrors, releaseIn } from './release-fields.tsx'
import { decisionOf, valueText } from './result-text.ts'

type Ready = { data: LabResult[]; total: number }
type Group = 'Green' | 'Amber' | 'none'

export function loader(): Promise<Ready> {
  return read('GET /api/office/results', { query: { tab: 'ready' } })
}

const GROUPS: readonly { group: Group; label: string }[] = [
  { group: 'Green', label: 'Green' },
  { group: 'Amber', label: 'Amber' },
  { group: 'none', label: 'Without a number' },
]

const KEYS: readonly ScreenKey[] = [
  { key: 't', label: 'Tick all of this band', target: '#tick-all' },
  { key: 'enter', label: 'Release the ticked ones', target: 'main form button[type="submit"]' },
]

/** Several ready results for one moment; each is checked by itself. */
export function Component() {
  const { data, total } = useLoaderData<Ready>()
  const [group, setGroup] = useState<Group>('Green')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [isSure, setSure] = useState(false)
  const [outcome, setOutcome] = useState<BatchOutcome | null>(null)
  const revalidator = useRevalidator()
  const free = data.filter((row) => !isApart(row))
  const apart = data.filter(isApart)
  const shown = free.filter((row) => groupOf(row) === group)
  const chosen = shown.filter(({ id }) => ticked.includes(String(id)))
  const bands = chosen.map((row) => decisionOf(row)?.band ?? null)

  function change(to: string) {
    setGroup(GROUPS.find((one) => one.group === to)?.group ?? 'Green')
    setTicked([])
    setSure(false)
  }
  function check(typed: FormData): FieldError[] {
    if (chosen.length === 0) return [{ field: 'chosen', message: 'Tick the results to release.' }]
    if (group === 'Amber' && !isSure)
      return [{ field: 'sure', message: `Confirm that ${sumText(chosen.length)}.` }]
    return releaseErrors(typed, bands)
  }
  async function release(typed: FormData) {
    const results = chosen.map(({ id, version }) => ({ id, version }))
    const body = { results, ...releaseIn(typed) }
    setOutcome(await write('POST /api/office/results/releases', { body }))
    setTicked([])
    setSure(false)
    await revalidator.revalidate()
  }
  return (
    <OfficePage
      title="Release several"
      trail={[{ label: 'Results', to: '/results' }]}
      lede={`${countOf(total, 'result has', 'results have')} been reviewed and can be released. ${total > data.length ? `You can see the first ${data.length}. The rest follow after these.` : ''}`}
      actions={<Keys keys={KEYS} />}
    >
      {outcome && <LeftResults outcome={outcome} verb="released" rows={data} />}
      {data.length === 0 ? (
        <p>
          Nothing is ready to release. <Link to="/results">See the results that are waiting</Link>
        </p>
      ) : (
        <>
          <RadioGroup
            name="band"
            label="One band at a time"
            options={GROUPS.map(({ group: value, label }) => ({
              value,
              label: `${label} (${free.filter((row) => groupOf(row) === value).length})`,
            }))}
            value={group}
            onChange={change}
          />
          <OfficeForm
            key={group}
            submit={`Release ${chosen.length} (Enter)`}
            check={check}
            send={release}
          >
            {(errorOf) => (
              <>
                <TextButton
                  id="tick-all"
                  onClick={() => setTicked(shown.map(({ id }) => String(id)))}
                >
                  Tick all {shown.length} (T)
                </TextButton>
                <CheckboxGroup
                  name="chosen"
                  label="Results"
                  options={shown.map((row) => ({ value: String(row.id), label: labelOf(row) }))}
                  value={ticked}
                  onChange={setTicked}
                  error={errorOf('chosen')}
                />
                {group === 'Amber' && chosen.length > 0 && (
                  <Checkbox name="sure" checked={isSure} onChange={setSure} error={errorOf('sure')}>
                    Yes, {sumText(chosen.length)}
                  </Checkbox>
                )}
                <ReleaseFields bands={bands} errorOf={errorOf} />
              </>
            )}
          </OfficeForm>
          <Apart rows={apart} />
        </>
      )}
    </OfficePage>
  )
}

/** Red ones are released each by itself; held ones not before their hold has ended. */
function Apart({ rows }: { rows: readonly LabResult[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="apart">
      <h2 id="apart">Not here</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/results/${row.id}`}>{labelOf(row)}</Link>: {whyApart(row)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function isApart(row: LabResult): boolean {
  return whyApart(row) !== ''
}

function whyApart(row: LabResult): string {
  if (row.holds.length > 0) return `held, ${holdText(row).toLowerCase()}`
  if (row.choice === 'gp_only') return 'only the GP is told'
  return decisionOf(row)?.band === 'Red' ? 'red is released by itself' : ''
}

function groupOf(row: LabResult): Group {
  const band = decisionOf(row)?.band ?? null
  return band === 'Green' || band === 'Amber' ? band : 'none'
}

function sumText(count: number): string {
  return count === 1 ? '1 member reads amber' : `${count} members read amber`
}

function labelOf(row: LabResult): string {
  const band = decisionOf(row)?.band ?? 'No band'
  return `${row.first_name} ${row.last_name}, born ${shortDate(row.date_of_birth)}, ${band}, ${valueText(row)}, ${row.event}`
}
