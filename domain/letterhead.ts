import { addressLines, type Charity } from './charity.ts'
import { CHARITY_NAME } from './charity-name.ts'

/** Head and foot of every mail of the site and of its authentication service. */
export function letterhead(charity: Charity) {
  return {
    name: CHARITY_NAME,
    tagline: charity.tagline,
    foot: [
      { words: 'Questions? Call', phone: charity.booking_helpline },
      charity.helpline_hours,
      [CHARITY_NAME, ...addressLines(charity)].join(', '),
      charity.registration,
    ],
  }
}
