import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ACKNOWLEDGE_WITHIN_DAYS } from '../../../domain/contact.ts'
import { type MessageThread, REPLY_LENGTH } from '../../../domain/office/desk-schemas.ts'
import { dayInWords, momentInWords, ukDate } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { SelectField, TextAreaField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { EmailLink, PhoneLink } from '../parts/contact-links.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { complaintText } from './complaint-text.ts'
import styles from './desk.module.css'
import { Handled, Spam } from './message-state.tsx'

export function loader({ params, request }: LoaderFunctionArgs): Promise<MessageThread> {
  return read('GET /api/office/messages/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** One message: what was written, what the office answered and noted, and who sees to it. */
export function Component() {
  const thread = useLoaderData<MessageThread>()
  const { name, email, phone_number: phone, members, message, entries, complaint } = thread
  const isHeld = thread.spam_reason !== null
  return (
    <OfficePage
      title={`Message from ${name}`}
      trail={[{ label: 'Messages', to: '/messages' }]}
      actions={
        <>
          <Spam {...thread} />
          <Handled {...thread} />
        </>
      }
    >
      {complaint?.step && <Notice tone="warn">{complaintText(complaint)}</Notice>}
      <Facts>
        <Fact term="Email">
          <EmailLink email={email} />
        </Fact>
        <Fact term="Phone">
          <PhoneLink phone={phone} />
        </Fact>
        {members.map(({ id, name: member }) => (
          <Fact key={id} term="Member with this email">
            <Link to={`/members/${id}`}>
              {member}, member {id}
            </Link>
          </Fact>
        ))}
      </Facts>
      <section aria-labelledby="thread" className={styles.part}>
        <h2 id="thread">What was written</h2>
        <ol className={styles.thread}>
          <Entry title={`${name}, ${momentInWords(new Date(thread.received_at))}`} text={message} />
          {entries.map(({ kind, text, by, at }) => (
            <Entry
              key={at}
              title={`${kind === 'reply' ? 'Answer' : 'Note'} by ${by}, ${momentInWords(new Date(at))}`}
              text={text}
              isNote={kind === 'note'}
            />
          ))}
        </ol>
      </section>
      {!isHeld && (
        <section aria-labelledby="answer" className={styles.part}>
          <h2 id="answer">Answer</h2>
          <Answer key={entries.length} {...thread} />
        </section>
      )}
      <section aria-labelledby="inside" className={styles.part}>
        <h2 id="inside">In the office</h2>
        <Owner {...thread} />
        <Note key={`note ${entries.length}`} id={thread.id} />
        <Complaint {...thread} />
      </section>
    </OfficePage>
  )
}

function Entry({ title, text, isNote }: { title: string; text: string; isNote?: boolean }) {
  return (
    <li data-note={isNote || undefined}>
      <h3>{title}</h3>
      <p className={styles.words}>{text}</p>
    </li>
  )
}

function Answer({ id, email, handled_at: handledAt, complaint }: MessageThread) {
  const reportDone = useReportDone()

  async function send(typed: FormData) {
    const body = {
      text: textIn(typed, 'text'),
      handled: typed.has('handled'),
      tells_outcome: typed.has('tells_outcome'),
    }
    await write('POST /api/office/messages/:id/replies', { params: { id }, body })
    await reportDone(`The answer is on its way to ${email}.`)
  }

  return (
    <OfficeForm
      submit="Send the answer"
      check={(typed) => missingFields(typed, { text: 'Write the answer.' })}
      send={send}
    >
      {(errorOf) => (
        <>
          <TextAreaField
            name="text"
            label="Your answer"
            hint={`It is sent to ${email}, after ‘Dear’ and the first name, and with their message below it. Never write about results in it.`}
            rows={6}
            maxLength={REPLY_LENGTH}
            error={errorOf('text')}
          />
          {complaint?.step && (
            <Checkbox name="tells_outcome">This answer tells the outcome of the complaint</Checkbox>
          )}
          {handledAt === null && (
            <Checkbox name="handled" defaultChecked>
              Mark the message as handled
            </Checkbox>
          )}
        </>
      )}
    </OfficeForm>
  )
}

function Note({ id }: { id: number }) {
  const reportDone = useReportDone()

  async function add(typed: FormData) {
    const body = { text: textIn(typed, 'note') }
    await write('POST /api/office/messages/:id/notes', { params: { id }, body })
    await reportDone('The note has been added.')
  }

  return (
    <OfficeForm
      submit="Add the note"
      check={(typed) => missingFields(typed, { note: 'Write the note.' })}
      send={add}
    >
      {(errorOf) => (
        <TextAreaField
          name="note"
          label="Note for colleagues"
          hint="The sender does not get it, but can ask for a copy."
          rows={2}
          maxLength={1_000}
          error={errorOf('note')}
        />
      )}
    </OfficeForm>
  )
}

function Owner({ id, owner, colleagues }: MessageThread) {
  const reportDone = useReportDone()

  async function assign(typed: FormData) {
    const chosen = textIn(typed, 'staff_id')
    const body = { staff_id: chosen === '' ? null : Number(chosen) }
    await write('PUT /api/office/messages/:id/owner', { params: { id }, body })
    const name = colleagues.find((one) => String(one.id) === chosen)?.name
    await reportDone(name ? `${name} sees to this message.` : 'Nobody in particular sees to it.')
  }

  return (
    <OfficeForm key={owner?.id ?? 0} submit="Save who sees to it" check={() => []} send={assign}>
      {() => (
        <SelectField
          name="staff_id"
          label="Who sees to it?"
          defaultValue={owner ? String(owner.id) : ''}
          placeholder="Nobody in particular"
          options={colleagues.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      )}
    </OfficeForm>
  )
}

function Complaint({ id, complaint, received_at: at }: MessageThread) {
  const isComplaint = complaint !== null
  const { isPending, run } = useAction(() =>
    write('PUT /api/office/messages/:id/complaint', {
      params: { id },
      body: { complaint: !isComplaint },
    }),
  )
  if (complaint && complaint.step === null)
    return <p>The outcome of this complaint about personal data has been told.</p>
  return (
    <div className={styles.sender}>
      <p>
        {isComplaint
          ? 'This is a complaint about how we use personal data.'
          : `If this is a complaint about how we use personal data, mark it: it must be acknowledged within ${ACKNOWLEDGE_WITHIN_DAYS} days of ${dayInWords(ukDate(new Date(at)))}, and the outcome told.`}
      </p>
      <Button kind="quiet" pending={isPending} onClick={run}>
        {isComplaint ? 'It is no complaint' : 'Mark as a complaint about personal data'}
      </Button>
    </div>
  )
}
