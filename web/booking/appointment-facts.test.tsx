import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../domain/contract.ts'
import { asSent } from '../../test/app/as-sent.ts'
import { AppointmentFacts } from './appointment-facts.tsx'

const booked: Appointment = {
  appointment_id: 1,
  reference: 'K7QX-2M9P',
  event_id: 1,
  event_name: 'Colchester PSA screening',
  event_location: 'Town Hall, Colchester',
  product_name: 'Total PSA Test',
  email: 'a@example.org',
  appt_date: '2027-01-26',
  appt_time: '10:20',
  appt_end_time: '10:40',
  status: 'booked',
  payment_status: 'paid',
  price_pence: 0,
  paid: null,
  refund: null,
}
const facts = (now: string) =>
  renderToStaticMarkup(<AppointmentFacts appointment={booked} now={new Date(now)} />)

describe('the payment of a booking', () => {
  it.each([
    ['paid by card', 2500, 'Paid by card'],
    ['paid', 0, 'Nothing to pay'],
    ['paid', 1500, '£15.00. Pay at the venue'],
  ])('%s at %i pence is %s', (payment_status, price_pence, words) => {
    const html = renderToStaticMarkup(
      <AppointmentFacts
        appointment={{ ...booked, payment_status, price_pence }}
        now={new Date('2027-01-24T10:20:00Z')}
      />,
    )
    expect(html).toContain(`<dt>Payment</dt><dd>${words}</dd>`)
  })
})

describe('the facts of a booking', () => {
  it('name the moment until which it can be changed', () => {
    expect(facts('2027-01-24T10:20:00Z')).toContain('Online until 10:20 on Sunday 24 January 2027')
  })

  it('name whom to ring, and no deadline, when that moment has passed', () => {
    const words = asSent(facts('2027-01-24T10:20:01Z'))
    expect(words).toContain('Your appointment starts in less than 48 hours')
    expect(words).toContain('<a href="tel:08081570142" class="num">0808 157 0142</a>')
    expect(words).not.toContain('until')
  })
})
