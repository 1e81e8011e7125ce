import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import {
  LATE_MINUTES,
  type LateMinutes,
  type LatePreview,
  type LateState,
} from '../../../domain/office/running-late.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read, write } from '../api.ts'
import { counted } from '../events/event-text.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from '../parts/sections.module.css'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useRefresh } from '../parts/use-refresh.ts'
import { useReportDone } from '../parts/use-report-done.ts'

export function loader({ params, request }: LoaderFunctionArgs): Promise<LateState> {
  return read('GET /api/office/days/:id/running-late', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

type Shown = { minutes: LateMinutes; preview: LatePreview }

/** Two steps: how late, then who gets it, and how. */
export function Component() {
  const late = useLoaderData<LateState>()
  const [shown, setShown] = useState<Shown | null>(null)
  useRefresh(late.sent.some(({ waiting }) => waiting > 0))
  const left = LATE_MINUTES.filter((one) => late.sent.every(({ minutes }) => minutes !== one))
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
        {shown && <WhoIsTold eventId={late.event_id} {...shown} onEnd={() => setShown(null)} />}
        {late.sent.length > 0 && <Sent sent={late.sent} />}
      </div>
    </OfficePage>
  )
}

type HowLateProps = {
  eventId: number
  left: readonly LateMinutes[]
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
          hint="We will tell everybody whose appointment is still to come and who has not arrived."
          options={left.map((one) => ({ value: String(one), label: `About ${one} minutes` }))}
          error={errorOf('minutes')}
        />
      )}
    </OfficeForm>
  )
}

type WhoProps = Shown & { eventId: number; onEnd: () => void }

function WhoIsTold({ eventId, minutes, preview, onEnd }: WhoProps) {
  const { by_text: texts, by_email: emails, to_call: calls, words, shown } = preview
  const told = texts + emails
  const keyOf = useIdempotencyKey()
  const reportDone = useReportDone()

  async function send() {
    const body = { minutes, dry_run: false as const, shown }
    try {
      await write('POST /api/office/days/:id/running-late', {
        params: { id: eventId },
        body,
        idempotencyKey: keyOf(body),
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'preview_outdated') onEnd()
      throw error
    }
    onEnd()
    await reportDone(`We are telling ${counted(told, 'member')} about the delay.`)
  }
  return (
    <section aria-labelledby="told">
      <h2 id="told">About {minutes} minutes late</h2>
      <Facts>
        <Fact term="By text, and by email if we have an address">{texts}</Fact>
        <Fact term="By email only">{emails}</Fact>
        <Fact term="To call">{calls.length}</Fact>
        <Fact term="The text to the first of them">{words}</Fact>
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
        submit={told > 0 ? `Tell ${counted(told, 'member')}` : 'Put them on the list of calls'}
        leave="Go back"
        send={send}
        onCancel={onEnd}
      >
        {() => null}
      </OfficeForm>
    </section>
  )
}

function Sent({ sent }: Pick<LateState, 'sent'>) {
  return (
    <DataTable
      caption="Sent today"
      rows={sent}
      rowKey={({ minutes }) => minutes}
      columns={[
        { label: 'Late by', cell: ({ minutes }) => `About ${minutes} minutes` },
        { label: 'Sent', cell: ({ at, by }) => `${momentInWords(new Date(at))}, by ${by}` },
        { label: 'Told', align: 'end', cell: ({ told }) => told },
        { label: 'To call', align: 'end', cell: ({ to_call: calls }) => calls },
        { label: 'Being sent', align: 'end', cell: ({ waiting }) => waiting },
      ]}
    />
  )
}

function minutesIn(typed: FormData, left: readonly LateMinutes[]): LateMinutes | undefined {
  return left.find((one) => String(one) === textIn(typed, 'minutes'))
}
