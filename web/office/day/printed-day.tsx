import { memo } from 'react'
import { supportInWords } from '../../../domain/contact-and-support.ts'
import { nameInList } from '../../../domain/latin-names.ts'
import { pounds } from '../../../domain/money.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import type { Day } from '../../../domain/office/day-schemas.ts'
import { paperPages } from '../../../domain/office/paper-list.ts'
import { slipCodeOf } from '../../../domain/office/slips.ts'
import { longDate, momentInWords, slashDate, ukTime } from '../../../domain/uk-time.ts'
import { MONEY_WARNING_WORDS } from './day-text.ts'
import styles from './printed-day.module.css'
import { slipOfPerson } from './slip-problem.ts'

/** Everybody of the day with room to write, on paper only. */
export const PrintedDay = memo(function PrintedDay({
  event,
  people,
  now,
}: {
  event: Day['event']
  people: readonly ShownPerson[]
  now: Date
}) {
  const pages = paperPages(people)
  return (
    <div className={styles.paper} data-paper>
      {pages.map((page, n) => (
        <section key={page[0] ? keyOf(page[0]) : 'none'}>
          <h2>{event.name}</h2>
          <p>
            {longDate(event.date)}, {event.start} to {event.end}. {event.address}
          </p>
          <p className={styles.about}>
            <span>
              Printed {momentInWords(now)}. Do not give this paper to anybody. Return it to the
              office to be destroyed.
            </span>
            <b>
              Page {n + 1} of {pages.length}
            </b>
          </p>
          <table data-slips={event.tubes?.on_slips || undefined}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Name and support needs</th>
                <th scope="col">Born</th>
                <th scope="col">Arrived at</th>
                {event.tubes?.on_slips && <th scope="col">Slip</th>}
                <th scope="col">Tube</th>
                <th scope="col">Blood taken by</th>
                <th scope="col">Why no sample</th>
              </tr>
            </thead>
            <tbody>
              {page.map((person) => (
                <PrintedPerson
                  key={keyOf(person)}
                  person={person}
                  hasSlips={event.tubes?.on_slips === true}
                />
              ))}
            </tbody>
          </table>
          <p className={styles.foot}>
            Reasons: D changed their mind, U unwell, B no blood could be taken, E cannot be tested
            today, C no consent, O other. Written by: ______________________
          </p>
        </section>
      ))}
    </div>
  )
})

function keyOf({ walk_in: walkIn, appointment_id: id }: ShownPerson) {
  return walkIn ?? id
}

function PrintedPerson({ person, hasSlips }: { person: ShownPerson; hasSlips: boolean }) {
  const { arrived_at: arrivedAt, state, tubes, money_warning: warning } = person
  const slip = slipOfPerson(person)
  const needs = supportInWords(person.support_needs, person.support_note)
  return (
    <tr>
      <td>{person.time}</td>
      <td>
        <b>{nameInList(person)}</b>
        {!person.is_booked && ' (had cancelled)'}
        {person.to_pay_pence > 0 && ` (to pay ${pounds(person.to_pay_pence)})`}
        {warning && <div>{MONEY_WARNING_WORDS[warning]}</div>}
        {needs && <div>{needs}</div>}
      </td>
      <td>{slashDate(person.date_of_birth)}</td>
      <td>{arrivedAt && ukTime(new Date(arrivedAt))}</td>
      {hasSlips && <td>{slip !== null && slipCodeOf(slip)}</td>}
      <td>{tubes.join(' ')}</td>
      <td />
      <td>{state === 'not_sampled' ? 'No sample' : ''}</td>
    </tr>
  )
}
