import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { NOTE_LENGTH, type Note, type Notes } from '../../../domain/office/member-notes.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField } from '../../ui/field.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { ListFilter } from '../parts/list-filter.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import styles from './member.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<Notes> {
  const q = new URL(request.url).searchParams.get('q')
  return read('GET /api/office/members/:id/notes', {
    params: { id: String(params.id) },
    query: q ? { q } : {},
    signal: request.signal,
  })
}

/** Notes about one member: searched, added and struck out, never edited. */
export function Component() {
  const loaded = useLoaderData<Notes>()
  const { member_id: id, name, notes } = loaded
  const mayOpen = useCan('members.read')
  return (
    <OfficePage
      title={`Notes about ${name}`}
      {...(mayOpen && {
        trail: [
          { label: 'Members', to: '/members' },
          { label: name, to: `/members/${id}` },
        ],
      })}
      lede="Write what a colleague needs to know, and nothing else: members can ask for a copy of their notes. A note cannot be edited. If it is wrong, strike it out and say why."
    >
      <div className={styles.record}>
        <section aria-labelledby="add">
          <h2 id="add">Add a note</h2>
          <AddNote key={notes[0]?.note_id ?? 0} {...loaded} />
        </section>
        <section aria-labelledby="notes">
          <h2 id="notes">Notes so far</h2>
          <ListFilter label="Words in a note" />
          {notes.length === 0 ? <p>There are no notes here.</p> : <NoteTable notes={notes} />}
        </section>
      </div>
    </OfficePage>
  )
}

function AddNote({ member_id: id, kinds, appointments }: Notes) {
  const reportDone = useReportDone()

  async function add(typed: FormData) {
    const appointment = textIn(typed, 'appointment_id')
    await write('POST /api/office/members/:id/notes', {
      params: { id },
      body: {
        kind: textIn(typed, 'kind') === 'care' ? 'care' : 'office',
        text: textIn(typed, 'text'),
        ...(appointment && { appointment_id: Number(appointment) }),
      },
    })
    await reportDone('The note has been added.')
  }

  return (
    <OfficeForm
      submit="Add the note"
      check={(typed) => missingFields(typed, { text: 'Write the note.' })}
      send={add}
    >
      {(errorOf) => (
        <>
          <TextAreaField
            name="text"
            label="Note"
            hint="For example, called on 3 May and would like a Saturday."
            rows={3}
            maxLength={NOTE_LENGTH}
            error={errorOf('text')}
          />
          {appointments.length > 0 && (
            <SelectField
              name="appointment_id"
              label="What is it about?"
              placeholder="The member"
              options={appointments.map((one) => ({
                value: String(one.appointment_id),
                label: `The appointment on ${dayInWords(one.date)} at ${one.time}, ${one.event_name}`,
              }))}
            />
          )}
          {kinds.includes('care') && (
            <SelectField
              name="kind"
              label="Who can read it?"
              options={[
                { value: 'office', label: 'The office and clinicians' },
                { value: 'care', label: 'Clinicians only' },
              ]}
            />
          )}
        </>
      )}
    </OfficeForm>
  )
}

function NoteTable({ notes }: { notes: readonly Note[] }) {
  return (
    <DataTable
      caption="Notes"
      hideCaption
      rows={notes}
      rowKey={({ note_id: id }) => id}
      columns={[
        { label: 'Note', cell: (note) => <Text {...note} /> },
        {
          label: 'About',
          cell: ({ appointment: about }) =>
            about ? `${dayInWords(about.date)}, ${about.time}, ${about.event_name}` : 'The member',
        },
        {
          label: 'Who can read it',
          cell: ({ kind }) => (kind === 'care' ? 'Clinicians only' : 'The office and clinicians'),
        },
        {
          label: 'Written',
          cell: ({ at, by }) => `${by}, ${momentInWords(new Date(at))}`,
        },
        { label: 'Change', cell: (note) => <StrikeOut {...note} /> },
      ]}
    />
  )
}

export function Text({ text, struck }: Pick<Note, 'text' | 'struck'>) {
  if (!struck) return <span className={styles.typed}>{text}</span>
  return (
    <span className={`${styles.lines} ${styles.typed}`}>
      <del>{text}</del>
      <span className={styles.small}>
        Struck out by {struck.by}, {momentInWords(new Date(struck.at))}: {struck.reason}
      </span>
    </span>
  )
}

function StrikeOut({ note_id: id, at, struck }: Note) {
  const [isOpen, setOpen] = useState(false)
  const reportDone = useReportDone()
  if (struck) return 'Struck out'

  async function strike(reason: string) {
    await write('POST /api/office/notes/:id/strike', { params: { id }, body: { reason } })
    setOpen(false)
    await reportDone('The note has been struck out.')
  }

  return (
    <>
      <Button
        kind="quiet"
        aria-label={`Strike out the note of ${momentInWords(new Date(at))}`}
        onClick={() => setOpen(true)}
      >
        Strike out
      </Button>
      {isOpen && (
        <Modal title="Strike out the note" onClose={() => setOpen(false)}>
          <ReasonForm
            submit="Strike out"
            label="What is wrong with it?"
            missing="Say what is wrong with it."
            send={strike}
            onCancel={() => setOpen(false)}
          >
            <p>The note stays readable, with a line through it, your name and the reason.</p>
          </ReasonForm>
        </Modal>
      )}
    </>
  )
}
