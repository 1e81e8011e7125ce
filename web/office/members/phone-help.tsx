import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import type { PhoneHelp } from '../../../domain/office/phone-help.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { useAction } from '../parts/use-action.ts'
import { isUpcoming, whenText } from './booking-text.ts'
import styles from './member.module.css'

type Appointment = OfficeMember['appointments'][number]

export function loader({ params, request }: LoaderFunctionArgs): Promise<OfficeMember> {
  return read('GET /api/office/members/:id', {
    params: { id: String(params.id) },
    query: { reason: 'request' },
    signal: request.signal,
  })
}

/** What a clerk sends again while the member is on the phone. */
export function Component() {
  const member = useLoaderData<OfficeMember>()
  const name = `${member.first_name} ${member.last_name}`
  return (
    <OfficePage
      title={`Help ${name} by phone`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: `/members/${member.id}` },
      ]}
      lede="Ask for the name, the date of birth and the postcode first. Everything here goes only to the email address that the member signs in with and has confirmed. If they ask you to send it to a different one, do not."
    >
      <PersonBanner person={member.person} />
      {member.has_account ? (
        <Account {...member} />
      ) : (
        <Notice title="This member has no online account">
          <p>
            Nobody has confirmed their email address, so we send no links to it. Print the slip of
            the appointment, or invite them to an account by post.
          </p>
        </Notice>
      )}
    </OfficePage>
  )
}

function Account(member: OfficeMember) {
  const now = new Date()
  const coming = member.appointments.filter((one) => isUpcoming(one, now))
  return (
    <div className={styles.record}>
      <section aria-labelledby="signing-in">
        <h2 id="signing-in">Signing in</h2>
        <p>
          The member signs in with <b className={styles.typed}>{member.email}</b>. The link signs
          them in once, without the password. They can then choose a new one in their profile.
        </p>
        <Send member={member} help={{ send: 'sign_in_link' }} label="Send a sign-in link" />
      </section>
      <section aria-labelledby="appointments">
        <h2 id="appointments">Appointments</h2>
        {coming.length === 0 ? (
          <p>There are no upcoming appointments.</p>
        ) : (
          <DataTable
            caption="Upcoming appointments"
            hideCaption
            rows={coming}
            rowKey={({ appointment_id: id }) => id}
            columns={[
              { label: 'When', cell: ({ date, time }) => `${dayInWords(date)}, ${time}` },
              { label: 'Event', cell: ({ event_name: event }) => event },
              { label: 'Send again', cell: (one) => <SendAgain member={member} one={one} /> },
            ]}
          />
        )}
      </section>
    </div>
  )
}

function SendAgain({ member, one }: { member: OfficeMember; one: Appointment }) {
  const about = ` for the appointment at ${whenText(one)}`
  const appointment_id = one.appointment_id
  return (
    <div className={styles.lines}>
      <Send
        member={member}
        help={{ send: 'booking_email', appointment_id }}
        label="Send the booking email"
        about={about}
      />
      <Send
        member={member}
        help={{ send: 'consent_link', appointment_id }}
        label="Send a link to the consent form"
        about={about}
      />
    </div>
  )
}

type SendProps = { member: OfficeMember; help: PhoneHelp; label: string; about?: string }

function Send({ member, help, label, about }: SendProps) {
  const sending = useAction(async () => {
    const { sent_to: to } = await write('POST /api/office/members/:id/help', {
      params: { id: member.id },
      body: help,
    })
    toast({ text: `We are sending it to ${to}.`, tone: 'success' })
  })
  return (
    <Button
      kind="quiet"
      pending={sending.isPending}
      onClick={sending.run}
      {...(about && { 'aria-label': `${label}${about}` })}
    >
      {label}
    </Button>
  )
}
