import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { TickedPreview } from '../../../domain/office/ticked.ts'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { counted, whenInWords } from './event-text.ts'
import styles from './events.module.css'
import type { loadTicked } from './load-ticked.ts'
import { TickedSummary } from './ticked-summary.tsx'
import { useStart } from './use-start.ts'

type Planned<Wanted> = Wanted & { ids: number[]; dry_run: true }
type Confirmed<Wanted> = Wanted & { ids: number[]; dry_run: false; reason: string; shown: string }

type Props<Wanted> = {
  verb: 'move' | 'cancel'
  ticked: Awaited<ReturnType<typeof loadTicked>>
  /** What is done to them, from the fields of the form. */
  toWanted: (typed: FormData) => Wanted
  send: (call: {
    body: Planned<Wanted> | Confirmed<Wanted>
    idempotencyKey?: string
  }) => Promise<TickedPreview | { bulk_action_id: number }>
  /** What the clerk is asked before it starts. */
  question: (preview: TickedPreview) => { text: string; yes: string }
  check: (typed: FormData) => FieldError[]
  children: (errorOf: (field: string) => string | undefined) => ReactNode
}
type Shown<Wanted> = { wanted: Wanted; reason: string; preview: TickedPreview }

const DOING = { move: 'moving', cancel: 'cancelling' }

/** Two steps: what to do with the ticked appointments, and why; then what becomes of each. */
export function TickedPage<Wanted extends object>(props: Props<Wanted>) {
  const { verb, ticked, toWanted, send, question, check, children } = props
  const { event, tab, ids } = ticked
  const { shown, setShown, start } = useStart<Shown<Wanted>>()
  const navigate = useNavigate()
  const { event_id: id, event_name: name } = event
  const back = `/events/${id}/attendees?tab=${tab}`
  const Verb = verb === 'move' ? 'Move' : 'Cancel'

  async function preview(typed: FormData) {
    const wanted = toWanted(typed)
    const found = await send({ body: { ...wanted, ids, dry_run: true } })
    if (!('people' in found)) throw new Error(`a dry run has started to ${verb} appointments`)
    setShown({ wanted, reason: textIn(typed, 'reason'), preview: found })
  }

  async function confirmed() {
    if (!shown) return
    const { wanted, reason, preview } = shown
    const title = `${Verb} ${counted(preview.members, 'appointment')}?`
    if (!(await confirm({ title, ...question(preview), no: 'Go back' }))) return
    const body = { ...wanted, ids, reason, shown: preview.shown, dry_run: false as const }
    await start(body, (idempotencyKey) => send({ body, idempotencyKey }))
  }

  return (
    <OfficePage
      title={`${Verb} ${counted(ids.length, 'ticked appointment')}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: name, to: `/events/${id}` },
        { label: 'Attendees', to: back },
      ]}
      lede={`${name}, ${whenInWords(event)}`}
    >
      <div className={styles.parts}>
        {ids.length === 0 ? (
          <p>Nobody is ticked. Go back to the attendees and tick the rows to {verb}.</p>
        ) : (
          <OfficeForm
            submit="Preview"
            leave="Go back"
            check={(typed) => [
              ...check(typed),
              ...missingFields(typed, { reason: `Say why you are ${DOING[verb]} them.` }),
            ]}
            send={preview}
            onCancel={() => navigate(back)}
          >
            {(errorOf) => (
              <>
                {children(errorOf)}
                <ReasonField label={`Why are you ${DOING[verb]} them?`} error={errorOf('reason')} />
              </>
            )}
          </OfficeForm>
        )}
        {shown && (
          <TickedSummary
            key={shown.preview.shown}
            preview={shown.preview}
            isMove={verb === 'move'}
            send={confirmed}
          />
        )}
      </div>
    </OfficePage>
  )
}
