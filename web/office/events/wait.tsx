import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { StaffWait } from '../../../domain/office/staff-waits.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import styles from '../members/member.module.css'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField, ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'

export function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<StaffWait> {
  return read('GET /api/office/waits/:id', { params: { id: String(params.id) }, signal })
}

/** One member on the waiting list of an event. */
export function Component() {
  const wait = useLoaderData<StaffWait>()
  const {
    name,
    event_id: event,
    event_name: eventName,
    event_date: date,
    offered_until: until,
  } = wait
  const list = `/events/${event}/attendees?tab=waiting`
  return (
    <OfficePage
      title={`${name} on the waiting list`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: eventName, to: `/events/${event}` },
        { label: 'Waiting', to: list },
      ]}
      lede={`${eventName}, ${weekdayAndDate(date)}. Waiting since ${momentInWords(new Date(wait.joined_at))}.`}
    >
      <div className={styles.record}>
        {until === null ? (
          <>
            <OfferPlace wait={wait} />
            <ChangePosition wait={wait} />
          </>
        ) : (
          <p>
            A place is held for {name} until {momentInWords(new Date(until))}.{' '}
            <Link to={`/members/${wait.member_id}/book/${event}`}>Book it for the member</Link>
          </p>
        )}
        <TakeOff wait={wait} list={list} />
      </div>
    </OfficePage>
  )
}

type Props = { wait: StaffWait }

function OfferPlace({ wait }: Props) {
  const { wait_id: id, name, email, phone } = wait
  const done = useReportDone()
  const { isPending, run } = useAction(offer)

  async function offer() {
    const isSure = await confirm({
      title: `Offer ${name} the next free place now?`,
      text: `This goes before everybody else on the list. ${email === null ? `We have no email address: call ${phone || 'the member'} and book the place for them.` : `The offer will be sent to ${email}.`}`,
      yes: 'Offer the place',
      no: 'Go back',
    })
    if (!isSure) return
    const { offered_until: until } = await write('POST /api/office/waits/:id/offer', {
      params: { id },
    })
    const end = until === null ? '' : ` until ${momentInWords(new Date(until))}`
    await done(`A place is held for ${name}${end}.`)
  }

  return (
    <section aria-labelledby="offer">
      <h2 id="offer">Offer the next free place</h2>
      <p>We hold the earliest free place for {name}, as we do for the first on the list.</p>
      <Buttons>
        <Button pending={isPending} onClick={run}>
          Offer a place now
        </Button>
      </Buttons>
    </section>
  )
}

function ChangePosition({ wait }: Props) {
  const { wait_id: id, name, position, waiting } = wait
  const done = useReportDone()

  function check(typed: FormData): FieldError[] {
    const to = Number(textIn(typed, 'to'))
    const isPosition = Number.isInteger(to) && to >= 1 && to <= waiting && to !== position
    const message = `Enter a number from 1 to ${waiting} that is not ${position}.`
    return [
      ...(isPosition ? [] : [{ field: 'to', message }]),
      ...missingFields(typed, { order_reason: 'Say why you are changing the order.' }),
    ]
  }

  async function move(typed: FormData) {
    const to = Number(textIn(typed, 'to'))
    const body = { from: position ?? 1, to, reason: textIn(typed, 'order_reason') }
    await write('PUT /api/office/waits/:id/position', { params: { id }, body })
    await done(`${name} is now at position ${to} of ${waiting}.`)
  }

  return (
    <section aria-labelledby="order">
      <h2 id="order">Change the order</h2>
      <p>
        {name} is at position {position} of {waiting}.
      </p>
      {waiting > 1 && (
        <OfficeForm key={position} submit="Change the order" check={check} send={move}>
          {(errorOf) => (
            <>
              <TextField
                name="to"
                label="New position"
                inputMode="numeric"
                width={4}
                autoComplete="off"
                error={errorOf('to')}
              />
              <ReasonField
                name="order_reason"
                label="Why are you changing the order?"
                error={errorOf('order_reason')}
              />
            </>
          )}
        </OfficeForm>
      )}
    </section>
  )
}

function TakeOff({ wait, list }: Props & { list: string }) {
  const { wait_id: id, name, offered_until: until } = wait
  const navigate = useNavigate()

  async function remove(reason: string) {
    await write('POST /api/office/waits/:id/removal', { params: { id }, body: { reason } })
    toast({ text: `${name} has been taken off the waiting list.`, tone: 'success' })
    await navigate(list)
  }

  return (
    <section aria-labelledby="off">
      <h2 id="off">Take off the list</h2>
      {until !== null && (
        <p>The place that is held for {name} will be offered to the next person.</p>
      )}
      <ReasonForm submit="Take off the list" label="Why are you taking them off?" send={remove} />
    </section>
  )
}
