import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import type { OfficeMember } from '../../../domain/office/member-shapes.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { useCan } from '../session.ts'
import { fieldNames } from './contact-words.ts'
import styles from './member.module.css'
import { MemberAppointments } from './member-appointments.tsx'
import { Changes, Consents, Mails, Payments, Reads, Waits } from './member-history.tsx'

const REASONS = [
  { value: 'booking', label: 'Booking' },
  { value: 'payment', label: 'Payment' },
  { value: 'request', label: 'The member’s request' },
] as const

export function loader({ params, request }: LoaderFunctionArgs): Promise<OfficeMember> {
  return read('GET /api/office/members/:id', {
    params: { id: String(params.id) },
    query: { reason: reasonIn(new URL(request.url).search) },
    signal: request.signal,
  })
}

export function Component() {
  const member = useLoaderData<OfficeMember>()
  const mayChange = useCan('members.write')
  const mayBook = useCan('appointments.write')
  return (
    <OfficePage
      title={`${member.first_name} ${member.last_name}`}
      trail={[{ label: 'Members', to: '/members' }]}
      actions={
        <>
          {mayBook && <ButtonLink to={`/members/${member.id}/book`}>Book</ButtonLink>}
          {mayChange && (
            <ButtonLink kind="quiet" to={`/members/${member.id}/edit`}>
              Change contact data
            </ButtonLink>
          )}
        </>
      }
    >
      <Why />
      {member.being_checked && (
        <Notice tone="warn" title="Results are withheld until a clinician has checked who this is">
          <p>
            Changed after a consent or a test: {fieldNames(member.being_checked.fields)}. Since{' '}
            {momentInWords(new Date(member.being_checked.since))}.
          </p>
        </Notice>
      )}
      <div className={styles.record}>
        <section aria-labelledby="contact">
          <h2 id="contact">Contact data</h2>
          <Contact {...member} />
        </section>
        <MemberAppointments member={member} mayChange={mayBook} />
        <Payments payments={member.payments} />
        <Waits waits={member.waits} />
        <Consents consents={member.consents} />
        <Mails mails={member.mails} />
        <Changes changes={member.changes} />
        <Reads reads={member.who_looked} />
      </div>
    </OfficePage>
  )
}

/** The reason stands in the access log, beside the name of who looked. */
function Why() {
  const shown = reasonIn(useLocation().search)
  return (
    <nav className={styles.why} aria-label="Why you open this record">
      <span>You open this record because of:</span>
      <ul>
        {REASONS.map(({ value, label }) => (
          <li key={value}>
            <Link
              to={{ search: `?reason=${value}` }}
              replace
              preventScrollReset
              aria-current={value === shown ? 'true' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Contact(member: OfficeMember) {
  return (
    <Facts>
      <Fact term="Born">{dayInWords(member.date_of_birth)}</Fact>
      <Fact term="Gender">{member.gender}</Fact>
      <Fact term="E-mail">
        <a href={`mailto:${member.email}`}>{member.email}</a>
      </Fact>
      <Fact term="Telephone">
        <a href={`tel:${member.phone.replaceAll(/[^\d+]/g, '')}`}>{member.phone}</a>
      </Fact>
      <Fact term="Home address">{member.home_address}</Fact>
      <Fact term="Billing address">{member.billing_address ?? 'Not given'}</Fact>
      <Fact term="NHS number">{NHS_WORDS[member.nhs_number]}</Fact>
      <Fact term="Member since">{dayInWords(member.joined_at.slice(0, 10))}</Fact>
    </Facts>
  )
}

const NHS_WORDS = {
  none: 'Not given',
  given: 'Given, not confirmed yet',
  confirmed: 'Given and confirmed',
}

function reasonIn(search: string) {
  const asked = new URLSearchParams(search).get('reason')
  return REASONS.find(({ value }) => value === asked)?.value ?? 'booking'
}
