import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import {
  type Announced,
  LATE_MINUTES,
  type LatePreview,
  type LateState,
  ON_TIME,
  whyNotAnnounce,
} from '../../../domain/office/running-late.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read, write } from '../api.ts'
import { counted } from '../events/event-text.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from '../parts/sections.module.css'
import { type SendOnce, usePreview } from '../parts/use-preview.ts'
import { useRefresh } from '../parts/use-refresh.ts'
import { useReportDone } from '../parts/use-report-done.ts'

export function loader({ params, request }: LoaderFunctionArgs): Promise<LateState> {
  return read('GET /api/office/days/:id/running-late', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

type Shown = { minutes: Announced; preview: LatePreview }

/** Two steps: how late, then who gets it, and how. */
export function Component() {
  const late = useLoaderData<LateState>()
  const { shown, setShown, sendOnce } = usePreview<Shown>()
  useRefresh(late.sent.some(({ waiting }) => waiting > 0))
  const left = ([ON_TIME, ...LATE_MINUTES] as const).filter(
    (one) => !whyNotAnnounce(one, late.sent),
  )
  return (
    <OfficePage
      title="Running late"
      trail={[{ label: 'Days', to: '/days' }]}
      lede={`${late.event_name}, ${weekdayAndDate(late.event_date)}`}
    >
      <div className={styles.sections}>
        {!late.can_send && <p>This message can only be sent on the day of the event.</p>}
        {late.can_send && left.length > 0 && !shown && (
          <HowLate eventId={late.event_id} left={left} onShow={setShown} />
        )}
        {shown && (
          <WhoIsTold
            eventId={late.event_id}
            {...shown}
            sendOnce={sendOnce}
            onEnd={() => setShown(null)}
          />
        )}
        {late.sent.length > 0 && <Sent sent={late.sent} />}
      </div>
    </OfficePage>
  )
}

type HowLateProps = {
  eventId: number
  left: readonly Announced[]
  onShow: (shown: Shown) => void
}

function HowLate({ eventId, left, onShow }: HowLateProps) {
  async function look(typed: FormData) {
    const minutes = minutesIn(typed, left)
    if (minutes === undefined) return
    const preview = await write('POST /api/office/days/:id/running-late', {
      params: { id: eventId },
      body: { minutes, dry_run: true },
    })
    if ('shown' in preview) onShow({ minutes, preview })
  }
  return (
    <OfficeForm
      submit="See who will be told"
      check={(typed) =>
        minutesIn(typed, left) === undefined
          ? [{ field: 'minutes', message: 'Choose how late the day is running.' }]
          : []
      }
      send={look}
    >
      {(errorOf) => (
        <RadioGroup
          name="minutes"
          label="How late is the day running?"
          hint={`We will tell everybody whose appointment is still to come and who has not arrived.${left.includes(ON_TIME) ? ' If the day is on time again, we only tell members who know about the delay.' : ''}`}
          options={left.map((one) => ({ value: String(one), label: delayInWords(one) }))}
          error={errorOf('minutes')}
        />
      )}
    </OfficeForm>
  )
}

type WhoProps = Shown & { eventId: number; sendOnce: SendOnce; onEnd: () => void }

function WhoIsTold({ eventId, minutes, preview, sendOnce, onEnd }: WhoProps) {
  const { by_text: texts, by_email: emails, to_call: calls, words, shown } = preview
  const { calls_closed: closed } = preview
  const isLate = minutes !== ON_TIME
  const told = texts + emails
  const reportDone = useReportDone()

  async function send() {
    const body = { minutes, dry_run: false as const, shown }
    await sendOnce(body, (idempotencyKey) =>
      write('POST /api/office/days/:id/running-late', {
        params: { id: eventId },
        body,
        idempotencyKey,
      }),
    )
    onEnd()
    const what = isLate ? 'about the delay' : 'that the day is running on time again'
    await reportDone(`We are telling ${counted(told, 'member')} ${what}.`)
  }
  return (
    <section aria-labelledby="told">
      <h2 id="told">{isLate ? `About ${minutes} minutes late` : 'On time again'}</h2>
      <Facts>
        <Fact term="By text, and by email if we have an address">{texts}</Fact>
        <Fact term="By email only">{emails}</Fact>
        <Fact term="To call">{calls.length}</Fact>
        {closed > 0 && (
          <Fact term="Calls about the delay that are not needed any more">{closed}</Fact>
        )}
        {words !== null && <Fact term="The text to the first of them">{words}</Fact>}
      </Facts>
      {calls.length > 0 && (
        <DataTable
          caption="We cannot write to these people. They go on the list of calls"
          rows={calls}
          rowKey={({ appointment_id: id }) => id}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            { label: 'Appointment', cell: ({ time }) => time },
            ...(calls.some(({ phone }) => phone !== null)
              ? [
                  {
                    label: 'Phone',
                    cell: ({ phone }: (typeof calls)[number]) =>
                      phone && <PhoneLink phone={phone} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      <OfficeForm
        submit={submitLabel(told, calls.length)}
        leave="Go back"
        send={send}
        onCancel={onEnd}
      >
        {() => null}
      </OfficeForm>
    </section>
  )
}

function submitLabel(told: number, calls: number): string {
  if (told > 0) return `Tell ${counted(told, 'member')}`
  return calls > 0 ? 'Put them on the list of calls' : 'End the delay'
}

function delayInWords(minutes: number): string {
  return minutes === ON_TIME ? 'On time again' : `About ${minutes} minutes`
}

function Sent({ sent }: Pick<LateState, 'sent'>) {
  return (
    <DataTable
      caption="Sent today"
      rows={sent}
      rowKey={({ at }) => at}
      columns={[
        { label: 'Late by', cell: ({ minutes }) => delayInWords(minutes) },
        { label: 'Sent', cell: ({ at, by }) => `${momentInWords(new Date(at))}, by ${by}` },
        { label: 'Told', align: 'end', cell: ({ told }) => told },
        { label: 'To call', align: 'end', cell: ({ to_call: calls }) => calls },
        { label: 'Being sent', align: 'end', cell: ({ waiting }) => waiting },
      ]}
    />
  )
}

function minutesIn(typed: FormData, left: readonly Announced[]): Announced | undefined {
  return left.find((one) => String(one) === textIn(typed, 'minutes'))
}
