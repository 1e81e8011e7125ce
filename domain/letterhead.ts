import { CHARITY_ADDRESS, CHARITY_NAME, CHARITY_REGISTRATION } from './charity-address.ts'
import { BOOKING_HELPLINE, HELPLINE_HOURS } from './helpline.ts'

/** Head and foot of every mail of the site and of its authentication service. */
export const LETTERHEAD = {
  name: CHARITY_NAME,
  tagline: 'Men’s health charity',
  foot: [
    { words: 'Questions? Call', phone: BOOKING_HELPLINE },
    HELPLINE_HOURS,
    [CHARITY_NAME, ...CHARITY_ADDRESS].join(', '),
    CHARITY_REGISTRATION,
  ],
} as const
