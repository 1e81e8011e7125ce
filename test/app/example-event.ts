import type { CharityEvent } from '../../domain/contract.ts'

/** Free, Saturday 16 January 2027, 10:00 to 12:00, six 20-minute slots, 24 places. */
export function exampleEvent(changes: Partial<CharityEvent> = {}): CharityEvent {
  return {
    event_id: 1,
    event_name: 'Screening in Colchester',
    event_description: null,
    event_date: '2027-01-16',
    start_time: '10:00:00',
    end_time: '12:00:00',
    session_duration: 20,
    price: null,
    product_id: 1,
    product_name: 'Total PSA Test',
    product_price: 2500,
    lab_name: null,
    requires_nhs_number: false,
    is_private: false,
    payment_required: false,
    total_spaces: 24,
    booked_spaces: 0,
    exclusive_for: 'COMMUNITY',
    contact_email: null,
    address_line1: 'Town Hall',
    address_line2: null,
    city: 'Colchester',
    state: null,
    postcode: 'CO1 1PJ',
    country: 'United Kingdom',
    latitude: null,
    longitude: null,
    is_cancelled: false,
    ...changes,
  }
}
