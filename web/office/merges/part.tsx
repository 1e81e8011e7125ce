import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { MadeSince, PartedItem, PartingPreview } from '../../../domain/office/partings.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { CheckboxGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import styles from './merges.module.css'
import { partedInWords } from './parting-text.ts'

export function loader({ params, request }: LoaderFunctionArgs): Promise<PartingPreview> {
  return read('GET /api/office/merges/:id/part', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

export function Component() {
  const preview = useLoaderData<typeof loader>()
  const { kept, merged, against, by, at, reason, items } = preview
  const of = (end: PartedItem['goes_to']) => items.filter((item) => item.goes_to === end)
  return (
    <OfficePage
      title={`Separate records ${kept.id} and ${merged.id}`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: kept.name, to: `/members/${kept.id}` },
      ]}
      lede={`Merged at ${momentInWords(new Date(at))} by ${by}: ${reason}`}
    >
      <div className={styles.parts}>
        {against !== null && (
          <Notice tone="warn" title="You cannot separate these records now">
            <p>{against}</p>
          </Notice>
        )}
        <Items
          id="back"
          title={`Goes back to record ${merged.id}, ${merged.name}`}
          items={of('merged')}
        />
        <Items id="stays" title={`Stays with record ${kept.id}, ${kept.name}`} items={of('kept')} />
        <Items id="lost" title="Cannot be put back" items={of('nobody')} />
        {against === null && <Decision {...preview} />}
      </div>
    </OfficePage>
  )
}

function Items({ id, title, items }: { id: string; title: string; items: PartedItem[] }) {
  if (items.length === 0) return null
  const lines = items.map(partedInWords)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** Nothing happens before the question is answered. */
function Decision({
  merge_id: mergeId,
  kept,
  merged,
  appointments_since: appointments,
  waits_since: waits,
}: PartingPreview) {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()

  function check(typed: FormData): FieldError[] {
    return missingFields(typed, { reason: 'Say how you know that these are two people.' })
  }

  async function part(typed: FormData) {
    const isSure = await confirm({
      title: `Separate records ${kept.id} and ${merged.id}?`,
      text: `Record ${merged.id} gets back what is listed. Results that the other member could read stop being shown, and clinicians get a task.`,
      yes: 'Separate the records',
      no: 'Go back',
    })
    if (!isSure) return
    const body = {
      kept_version: kept.version,
      merged_version: merged.version,
      appointment_ids: typed.getAll('appointments').map(Number),
      wait_ids: typed.getAll('waits').map(Number),
      reason: textIn(typed, 'reason'),
    }
    await write('POST /api/office/merges/:id/part', {
      params: { id: mergeId },
      body,
      idempotencyKey: keyOf(body),
    })
    toast({ text: `Records ${kept.id} and ${merged.id} are two records again.`, tone: 'success' })
    await navigate(`/members/${merged.id}`)
  }

  return (
    <OfficeForm submit="Separate the records" check={check} send={part}>
      {(errorOf) => (
        <>
          <Since
            name="appointments"
            label={`Appointments booked since the merge that belong to record ${merged.id}`}
            made={appointments}
            error={errorOf('appointment_ids')}
          />
          <Since
            name="waits"
            label={`Waiting list places taken since the merge that belong to record ${merged.id}`}
            made={waits}
            error={errorOf('wait_ids')}
          />
          <ReasonField label="How you know that these are two people" error={errorOf('reason')} />
        </>
      )}
    </OfficeForm>
  )
}

function Since({
  made,
  ...field
}: {
  name: string
  label: string
  made: MadeSince[]
  error: string | undefined
}) {
  const offered = made.filter(({ against }) => against === null)
  const others = made.filter(({ against }) => against !== null)
  return (
    <>
      {offered.length > 0 && (
        <CheckboxGroup
          {...field}
          hint="What you do not tick stays with the kept record."
          optional
          options={offered.map(({ id, text }) => ({ value: String(id), label: text }))}
        />
      )}
      {others.map(({ id, text, against }) => (
        <p key={id}>
          {text} stays with the kept record. {against}
        </p>
      ))}
    </>
  )
}
