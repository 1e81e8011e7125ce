import { bookingConfirmed } from '../mails/booking-confirmed.ts'

const DAY_MS = 86_400_000

/** The confirmation of a made-up booking, as a product with this template sends it. */
export function sampleConfirmation({
  template,
  to,
  publicUrl,
  now,
}: {
  template: string | null
  to: string
  publicUrl: string
  now: Date
}) {
  const startsAt = new Date(Math.ceil(now.getTime() / DAY_MS) * DAY_MS + 14.5 * DAY_MS)
  const { subject, text, html, qr } = bookingConfirmed({
    member: { firstName: 'James', email: to },
    booked: {
      reference: 'SAMP-2345',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 600_000),
      sequence: 0,
      changedAt: now,
      event: SAMPLE_EVENT,
    },
    publicUrl,
    template,
    paid: null,
    duePence: 0,
    now,
  })
  return { to, subject, text, html, ...(qr !== undefined && { qr }) }
}

const SAMPLE_EVENT = {
  event_id: 0,
  event_name: 'Sample screening',
  event_description: null,
  event_date: '',
  start_time: '',
  end_time: '',
  session_duration: 10,
  price: null,
  product_id: 0,
  product_name: 'PSA blood test',
  product_price: 0,
  lab_name: null,
  requires_nhs_number: false,
  is_private: false,
  payment_required: false,
  total_spaces: 0,
  exclusive_for: 'COMMUNITY',
  contact_email: null,
  address_line1: 'Sample Hall',
  address_line2: '1 Sample Street',
  city: 'Colchester',
  state: null,
  postcode: 'CO1 1AA',
  country: null,
  latitude: null,
  longitude: null,
  is_cancelled: false,
} as const
