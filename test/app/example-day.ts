import type { Day, DayPerson } from '../../domain/office/day-schemas.ts'

/** Somebody of a day. */
export function examplePerson(more: Partial<DayPerson> = {}): DayPerson {
  return {
    appointment_id: 7,
    walk_in: null,
    reference: 'AB12CD',
    first_name: 'Seán',
    last_name: "O'Neill-Hart",
    date_of_birth: '1956-03-04',
    time: '10:20',
    is_booked: true,
    to_pay_pence: 0,
    state: 'expected',
    since: null,
    by: null,
    arrived_at: null,
    action_id: null,
    tubes: [],
    support_needs: [],
    support_note: null,
    ...more,
  }
}

/** A day with these people. */
export function exampleDay(more: Partial<Day> = {}): Day {
  return {
    event: {
      id: 1,
      name: 'Colchester PSA screening',
      date: '2027-01-26',
      start: '10:00',
      end: '12:00',
      session_minutes: 20,
      address: '1 High Street, Colchester',
      price_pence: 1500,
      requires_nhs_number: false,
    },
    is_lead: false,
    places: [],
    server_time: '2027-01-26T09:00:00.000Z',
    closed_at: null,
    people: [],
    problems: [],
    ...more,
  }
}
