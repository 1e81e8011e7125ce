import {
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { CancellationPreview } from '../../../domain/office/bulk-actions.ts'
import { ApiError } from '../../api.ts'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ArrivedMembers } from './arrived-members.tsx'
import { counted, whenInWords } from './event-text.ts'
import styles from './events.module.css'
import { HostContact } from './host-contact.tsx'
import { MoneyFacts } from './money-facts.tsx'
import { SECOND_PERSON_WORDS } from './second-person-text.ts'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const id = String(params.id)
  const [event, preview] = await Promise.all([
    read('GET /api/office/events/:id', { params: { id }, signal: request.signal }),
    write('POST /api/office/events/:id/cancellation', {
      params: { id },
      body: { dry_run: true },
    }),
  ])
  if (!('appointments' in preview)) throw new Error('a dry run has cancelled the event')
  const { bulk_action_id: earlier } = preview
  if (earlier !== null) throw redirect(`/bulk-actions/${earlier}`)
  return { event, preview }
}

/** The dry run first; nothing happens before the second press. Leads on to an earlier one. */
export function Component() {
  const { event, preview } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const id = event.event_id

  async function cancel(typed: FormData) {
    if (!(await confirm(questionOf(event.event_name, preview)))) return
    const { appointments, refund_pence, waiting, money_pence } = preview
    try {
      const started = await write('POST /api/office/events/:id/cancellation', {
        params: { id },
        body: {
          dry_run: false,
          message: textIn(typed, 'message'),
          expected: { appointments, refund_pence, waiting, money_pence },
        },
      })
      if ('bulk_action_id' in started) await navigate(`/bulk-actions/${started.bulk_action_id}`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'preview_outdated')
        await revalidator.revalidate()
      throw error
    }
  }

  return (
    <OfficePage
      title="Cancel the event"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${id}` },
      ]}
      lede={`${event.event_name}, ${whenInWords(event)}`}
    >
      <div className={styles.parts}>
        <Facts>
          <Fact term="Appointments">{preview.appointments}</Fact>
          <MoneyFacts preview={preview} />
          <Fact term="On the waiting list, which will close">{preview.waiting}</Fact>
          {preview.invited > 0 && (
            <Fact term="Invited by name, whose places will no longer be held">
              {preview.invited}
            </Fact>
          )}
          <Fact term="No email address, to call">{preview.without_email}</Fact>
          <Fact term="Host, call them first">
            <HostContact event={event} />
          </Fact>
        </Facts>
        <ArrivedMembers
          arrived={preview.arrived}
          caption="They have already arrived, so their appointments will not be cancelled and they will not get a message. Speak to them"
        />
        {preview.needs_second_person && (
          <Notice tone="warn">
            <p>{secondPersonInWords(preview)}</p>
          </Notice>
        )}
        <OfficeForm
          submit="Cancel the event"
          leave="Go back"
          send={cancel}
          onCancel={() => navigate(`/events/${id}`)}
        >
          {() => (
            <TextAreaField
              name="message"
              label="Your message to the members"
              optional
              hint="It comes before our standard text: an apology, details of the refund and the three nearest events."
            />
          )}
        </OfficeForm>
      </div>
    </OfficePage>
  )
}

function secondPersonInWords({
  second_person_reasons: reasons,
  stop_minutes: minutes,
}: CancellationPreview): string {
  const because = reasons.map((reason) => SECOND_PERSON_WORDS[reason]).join(' and ')
  const tells = reasons.includes('another event')
    ? 'Members will not hear anything before that.'
    : `In ${minutes} minutes we will ask members not to travel, unless somebody stops it first.`
  return `A second person (office, treasurer or admin) must approve this, because ${because}. Booking closes straight away. ${tells}`
}

function questionOf(name: string, { appointments, money, money_pence }: CancellationPreview) {
  const { by_card: card } = money
  const rest = money_pence - card.pence
  return {
    title: `Cancel ${name}?`,
    text: `${counted(appointments, 'appointment')} will be cancelled and ${counted(card.count, 'payment')} refunded, ${pounds(card.pence)} in total.${rest > 0 ? ` Another ${pounds(rest)} needs a person or PayPal first.` : ''} You cannot undo the cancellations or the refunds.`,
    yes: 'Cancel the event',
    no: 'Go back',
  }
}
