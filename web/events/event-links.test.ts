import { expect, it } from 'vitest'
import { exampleEvent } from '../../test/app/example-event.ts'
import { eventLinks } from './event-links.server.ts'

const event = exampleEvent({
  event_id: 7,
  event_name: 'Hall & lodge',
  address_line1: 'Town Hall',
  city: 'Diss',
  postcode: 'IP22 4AB',
})

it('mails what, when, where and the address of the page', () => {
  const [send] = eventLinks(event)
  const { searchParams, protocol } = new URL(send?.href ?? '')
  expect(protocol).toBe('mailto:')
  expect(searchParams.get('subject')).toContain('Hall & lodge')
  expect(searchParams.get('body')).toMatch(/Town Hall, Diss, IP22 4AB\n\n\S+\/event\/7$/)
})

it('leads to the address', () => {
  const [, directions] = eventLinks(event)
  expect(new URL(directions?.href ?? '').searchParams.get('to')).toContain('Town Hall')
})

it('has no directions without an address', () => {
  const nowhere = {
    address_line1: null,
    address_line2: null,
    city: null,
    postcode: null,
    country: null,
  }
  expect(eventLinks({ ...event, ...nowhere })).toHaveLength(1)
})
