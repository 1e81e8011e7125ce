import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { CONTACT_WAY_WORDS, supportInWords } from '../../../domain/contact-and-support.ts'
import { latinFieldsOf, latinName, printedName } from '../../../domain/latin-names.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { addressBlock } from '../../../domain/postal-address.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read } from '../api.ts'
import { EmailLink, PhoneLink } from '../parts/contact-links.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { useCan } from '../session.ts'
import { fieldNames } from './contact-labels.ts'
import styles from './member.module.css'
import { CallActions, RecordActions } from './member-actions.tsx'
import { ComingAppointments, EarlierAppointments } from './member-appointments.tsx'
import { Changes, Consents, Mails, Payments, Reads, Waits } from './member-history.tsx'
import { Text as NoteText } from './notes.tsx'

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
  const mayBook = useCan('appointments.write')
  const mayPart = useCan('members.merge')
  const needs = supportInWords(member.support_needs, member.support_note)
  return (
    <OfficePage
      title={`${member.first_name} ${member.last_name}`}
      trail={[{ label: 'Members', to: '/members' }]}
      actions={
        mayBook &&
        member.is_active &&
        member.person.died_at === null && (
          <ButtonLink to={`/members/${member.id}/book`}>Book</ButtonLink>
        )
      }
    >
      <CallActions member={member} />
      <Why />
      <PersonBanner person={member.person} />
      {member.being_checked.map((review) => (
        <BeingChecked key={`${review.about} ${review.since}`} {...review} />
      ))}
      {latinFieldsOf(printedName(member)).length > 0 && (
        <Notice tone="warn" title="This name cannot be printed">
          <p>
            Letters and the laboratory’s form would show question marks. Ask for the name in Latin
            letters, as in the passport, and enter it under ‘Change contact details’.
          </p>
        </Notice>
      )}
      {member.letter_returned_on && (
        <Notice tone="warn" title="A letter was returned from this address">
          <p>
            It was returned on {dayInWords(member.letter_returned_on)}. Ask the member for the right
            address, change the contact details, and ask a clinician to print the letter again.
          </p>
        </Notice>
      )}
      {member.did_not_attend >= 2 && (
        <Notice tone="warn" title={`Did not attend ${member.did_not_attend} times in a row`}>
          <p>Call the member and ask what would help them to come.</p>
        </Notice>
      )}
      {!member.is_active && (
        <Notice tone="warn" title="This record is archived">
          <p>We do not send reminders or invitations, and you cannot make bookings.</p>
        </Notice>
      )}
      {member.merged_records.map(
        ({ merge_id: mergeId, member_id: id, at, by, confirmed_by: second, reason }) => (
          <Notice key={mergeId} title={`Record ${id} is part of this one`}>
            <p>
              Merged at {momentInWords(new Date(at))} by {by}
              {second && `, approved by ${second}`}: {reason}
            </p>
            {mayPart && (
              <p>
                <Link to={`/merges/${mergeId}/part`}>Separate these records</Link>
              </p>
            )}
          </Notice>
        ),
      )}
      {needs && (
        <Notice title="Support needs">
          <p>{needs}</p>
        </Notice>
      )}
      <div className={styles.record}>
        <ComingAppointments member={member} mayChange={mayBook} />
        <Notes id={member.id} notes={member.notes} />
        <section aria-labelledby="contact">
          <h2 id="contact">Contact details</h2>
          <Contact {...member} />
          <RecordActions member={member} />
        </section>
        <EarlierAppointments member={member} mayChange={mayBook} />
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

function Notes({ id, notes }: Pick<OfficeMember, 'id' | 'notes'>) {
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      {notes.length === 0 && <p>There are no notes.</p>}
      {notes.map((note) => (
        <p key={note.note_id}>
          <NoteText {...note} />{' '}
          <span className={styles.small}>
            {note.by}, {momentInWords(new Date(note.at))}
            {note.appointment && `, about ${dayInWords(note.appointment.date)}`}
          </span>
        </p>
      ))}
      <p>
        <Link to={`/members/${id}/notes`}>Add a note, or see all</Link>
      </p>
    </section>
  )
}

/** Results are held back for a shared NHS number alone. */
function BeingChecked({ about, since, fields, withholds }: OfficeMember['being_checked'][number]) {
  const mayDecide = useCan('identity.decide')
  const isShared = about === 'shared nhs number'
  return (
    <Notice
      tone="warn"
      title={
        isShared ? 'Another record has the same NHS number' : 'Somebody is checking who this is'
      }
    >
      <p>
        {isShared
          ? `Noticed ${momentInWords(new Date(since))}. `
          : `These details have changed since ${momentInWords(new Date(since))}: ${fieldNames(fields)}. `}
        {withholds
          ? 'Until a clinician or an admin decides whose number it is, new results that do not come from a laboratory’s file are held back. A clinician sees this before releasing a result from a laboratory.'
          : 'Results stay visible to the member. A clinician or an admin decides.'}
      </p>
      {mayDecide && (
        <p>
          <Link to="/identity-reviews">Who is this?</Link>
        </p>
      )}
    </Notice>
  )
}

/** The reason stands in the access log, beside the name of who looked. */
function Why() {
  const shown = reasonIn(useLocation().search)
  return (
    <nav className={styles.why} aria-label="Why you open this record">
      <span>Why are you opening this record?</span>
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
  const latin = latinName(member)
  return (
    <Facts>
      {latin && <Fact term="Name in Latin letters">{latin}</Fact>}
      <Fact term="Born">{dayInWords(member.date_of_birth)}</Fact>
      <Fact term="Gender">{member.gender}</Fact>
      <Fact term="Email">
        <EmailLink {...member} />
      </Fact>
      <Fact term="Phone">
        <PhoneLink {...member} />
        {ukMobile(member.phone) !== null && member.texts_to === null && (
          <> (not confirmed, so it gets no texts)</>
        )}
      </Fact>
      <Fact term="Contact by">{CONTACT_WAY_WORDS[member.contact_by]}</Fact>
      <Fact term="Home address">
        <Address {...member} />
      </Fact>
      {member.has_account && (
        <Fact term="Billing address">{member.billing_address ?? 'Not given'}</Fact>
      )}
      <Fact term="Account">
        {member.has_account ? 'Has an online account' : 'None: the office does everything'}
      </Fact>
      <Fact term="NHS number">{NHS_WORDS[member.nhs_number]}</Fact>
      <Fact term="Member since">{dayInWords(member.joined_at.slice(0, 10))}</Fact>
    </Facts>
  )
}

function Address(member: OfficeMember) {
  const { address_lines: lines, town, postcode, home_address: text } = member
  const block = addressBlock({ lines, town, postcode })
  const parts = [careOfText(member), ...block].filter((part) => part !== null)
  if (parts.length === 0) return text || 'Not given'
  return (
    <div className={`${styles.lines} ${styles.typed}`}>
      {parts.map((part) => (
        <div key={part}>{part}</div>
      ))}
    </div>
  )
}

function careOfText({ care_of: careOf, staff_may_open: mayOpen }: OfficeMember): string | null {
  if (careOf === null) return null
  if (mayOpen === null) return `c/o ${careOf}`
  return `c/o ${careOf} (staff ${mayOpen ? 'may' : 'may not'} open letters)`
}

const NHS_WORDS = {
  none: 'Not given',
  given: 'Given, not confirmed yet',
  confirmed: 'Given and confirmed',
}

function reasonIn(search: string) {
  const requested = new URLSearchParams(search).get('reason')
  return REASONS.find(({ value }) => value === requested)?.value ?? 'booking'
}
