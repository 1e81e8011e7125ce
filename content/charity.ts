// How to reach the charity. The specification leaves these out: every value here is a sample, from
// ranges that lead nowhere (Ofcom's drama numbers, the .example domain). Its pages elsewhere are
// settings (.env.example). The booking helpline is in domain/, because mails name it too.
import { BOOKING_HELPLINE, HELPLINE_HOURS } from '../domain/helpline.ts'

export const charity = {
  name: 'CHAPS',
  tagline: 'Men’s health charity',
  bookingHelpline: BOOKING_HELPLINE,
  helplineHours: HELPLINE_HOURS,
  generalEnquiries: '01632 960 118',
  medicalEnquiries: '01632 960 127',
  eventEnquiries: '01632 960 134',
  email: 'info@chaps.example',
  speakerRequests: 'speakers@chaps.example',
  address: ['12 Sample Street', 'Colchester', 'CO1 0AA'],
  registration: 'Registered charity in England and Wales, number 0000000 (sample)',
  poweredBy: 'Example Health Technology',
} as const

/** The address that rings a number: 'tel:08081570142'. */
export function telephoneLink(number: string): string {
  return `tel:${number.replaceAll(' ', '')}`
}
