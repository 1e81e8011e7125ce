import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import {
  type GroupList,
  type GroupPlan,
  type GroupRow,
  HELD_DAYS,
  MOST_CHARACTERS,
  USUAL_DAYS,
} from '../../../domain/office/invitations.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { FileField } from '../parts/file-field.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { counted, whenInWords } from './event-text.ts'
import styles from './group.module.css'
import { rowText } from './invitation-text.ts'
import { loadEvent } from './load-event.ts'
import { readNamesFile } from './names-file.ts'

export const loader = loadEvent

/** A list of names becomes places that are held: first what would happen, then the clerk confirms. */
export function Component() {
  const event = useLoaderData<OfficeEvent>()
  const [checked, setChecked] = useState<{ list: GroupList; plan: GroupPlan } | null>(null)
  const [notHeld, setNotHeld] = useState<GroupRow[]>([])
  const params = { id: event.event_id }

  async function check(typed: FormData) {
    const list = { text: await textOf(typed), days: Number(textIn(typed, 'days')) }
    const plan = await write('POST /api/office/events/:id/invitation-plan', { params, body: list })
    setNotHeld([])
    setChecked({ list, plan })
  }

  return (
    <OfficePage
      title="Invite a group"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${event.event_id}` },
        { label: 'Invited group', to: `/events/${event.event_id}/group` },
      ]}
      lede={`${event.event_name}, ${whenInWords(event)}. We hold a place for each person and send them a link of their own. They book it themselves.`}
    >
      <OfficeForm submit="Check the list" check={faultsOf} send={check}>
        {(errorOf) => (
          <>
            <TextAreaField
              name="names"
              label="Names"
              hint="Copy the cells from your spreadsheet and paste them here. The first row has the headings: Name, Email, Mobile, and Time if you want to choose it."
              rows={8}
              maxLength={MOST_CHARACTERS}
              error={errorOf('names')}
            />
            <FileField
              name="file"
              label="Or a file"
              hint="An Excel file (.xlsx) or CSV, with up to 200 names. We read the first sheet."
              accept=".xlsx,.csv,.txt,.tsv,text/csv"
              error={errorOf('file')}
            />
            <TextField
              name="days"
              label="Days to hold the places"
              hint="From 2 to 28, and never past the end of booking."
              inputMode="numeric"
              width={4}
              defaultValue={String(USUAL_DAYS)}
              error={errorOf('days')}
            />
          </>
        )}
      </OfficeForm>
      {checked && (
        <Checked
          key={JSON.stringify(checked.list)}
          {...checked}
          eventId={event.event_id}
          onNotHeld={setNotHeld}
        />
      )}
      {notHeld.length > 0 && (
        <Notice tone="warn" role="alert" title="Some places could not be held">
          <ul>
            {notHeld.map((row) => (
              <li key={row.line}>
                Line {row.line}, {row.name}: {rowText(row)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </OfficePage>
  )
}

function Checked({
  eventId,
  list,
  plan,
  onNotHeld,
}: {
  eventId: number
  list: GroupList
  plan: GroupPlan
  onNotHeld: (rows: GroupRow[]) => void
}) {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const good = plan.rows.filter(({ problem }) => problem === null)
  const hold = useAction(async () => {
    const { rows } = await write('POST /api/office/events/:id/invitations', {
      params: { id: eventId },
      body: list,
      idempotencyKey: keyOf(list),
    })
    const held = rows.filter(({ problem }) => problem === null)
    const lost = rows.filter(
      ({ line, problem }) => problem !== null && good.some((row) => row.line === line),
    )
    if (lost.length > 0) return onNotHeld(lost)
    toast({ text: `We are holding ${counted(held.length, 'place')}.`, tone: 'success' })
    await navigate(`/events/${eventId}/group`)
  })
  return (
    <section aria-labelledby="checked" className={styles.checked}>
      <h2 id="checked">
        {good.length} of {counted(plan.rows.length, 'line')} can be held
      </h2>
      <p>
        Nothing has been held or sent yet. The event has {counted(plan.places, 'place')} for this
        group, with those reserved for the host. We would hold them until{' '}
        {momentInWords(new Date(plan.held_until))}. Only invite people who have agreed that their
        host gives us their details.
      </p>
      <DataTable
        caption="Lines of the list"
        hideCaption
        rows={plan.rows}
        rowKey={({ line }) => line}
        columns={[
          { label: 'Line', cell: ({ line }) => line },
          { label: 'Name', cell: ({ name }) => name },
          { label: 'Email', cell: ({ email }) => email ?? '' },
          { label: 'Mobile', cell: ({ mobile }) => mobile ?? '' },
          { label: 'Time', cell: ({ time }) => time ?? '' },
          { label: 'What happens', cell: (row) => rowText(row) },
        ]}
      />
      {good.length > 0 && (
        <Buttons>
          <Button pending={hold.isPending} onClick={hold.run}>
            {good.length === 1
              ? 'Hold 1 place and send the link'
              : `Hold ${good.length} places and send the links`}
          </Button>
        </Buttons>
      )}
    </section>
  )
}

function faultsOf(typed: FormData): FieldError[] {
  const days = Number(textIn(typed, 'days'))
  const faults: FieldError[] = []
  if (textIn(typed, 'names') === '' && fileIn(typed) === null)
    faults.push({ field: 'names', message: 'Paste the names, or choose a file.' })
  if (!Number.isInteger(days) || days < HELD_DAYS.least || days > HELD_DAYS.most)
    faults.push({ field: 'days', message: 'Enter a number of days from 2 to 28.' })
  return faults
}

function fileIn(typed: FormData): File | null {
  const file = typed.get('file')
  return file instanceof File && file.size > 0 ? file : null
}

/** What was pasted, otherwise what the file says. */
async function textOf(typed: FormData): Promise<string> {
  const pasted = textIn(typed, 'names')
  const file = fileIn(typed)
  return pasted !== '' || file === null ? pasted : readNamesFile(file)
}
