// Sample values from reserved ranges (Ofcom's drama numbers, the .example domain).
import { CHARITY_ADDRESS, CHARITY_EMAIL, CHARITY_REGISTRATION } from '../domain/charity-address.ts'
import { BOOKING_HELPLINE, HELPLINE_HOURS, MEDICAL_LINE } from '../domain/helpline.ts'

export const charity = {
  name: 'CHAPS',
  tagline: 'Men’s health charity',
  bookingHelpline: BOOKING_HELPLINE,
  helplineHours: HELPLINE_HOURS,
  generalEnquiries: '01632 960 118',
  medicalEnquiries: MEDICAL_LINE,
  eventEnquiries: '01632 960 134',
  email: CHARITY_EMAIL,
  speakerRequests: 'speakers@chaps.example',
  address: CHARITY_ADDRESS,
  registration: CHARITY_REGISTRATION,
  poweredBy: 'Example Health Technology',
} as const

/** 'tel:08081570142' */
export function telephoneLink(number: string): string {
  return `tel:${number.replaceAll(' ', '')}`
}

/**
 * The people, supporters and accounts of this content are invented, and pages that show them say
 * so once. False when the charity has put in its own (content/README.md).
 */
export const SAMPLE_PEOPLE: boolean = true
