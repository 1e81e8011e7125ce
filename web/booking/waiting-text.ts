import { RING_US } from '../../domain/change-text.ts'
import { inWords } from '../../domain/charity.ts'
import type { Reason } from '../../domain/refusals.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import type { Offer, Wait } from '../../domain/waiting-list-schemas.ts'
import { charity } from '../charity.ts'

/** '1st', '2nd', '3rd', '11th', '21st'. */
export function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13
  const endings = ['th', 'st', 'nd', 'rd']
  return `${n}${(teens ? undefined : endings[n % 10]) ?? 'th'}`
}

/** 'You are 3rd of 7', 'A place is held for you'. */
export function standing({ status, position, waiting }: Wait): string {
  switch (status) {
    case 'waiting':
      return position === 1 && waiting === 1
        ? 'You are first, and the only person waiting'
        : `You are ${ordinal(position ?? waiting)} of ${waiting}`
    case 'offered':
      return 'A place is held for you'
    case 'booked':
      return 'You have booked a place'
    case 'left':
      return 'You have left the waiting list'
    case 'lapsed':
      return 'The place that was held for you has gone to the next person'
    case 'booked elsewhere':
      return 'We took you off the waiting list because you booked another event'
    case 'booking closed':
      return 'The waiting list has closed'
  }
}

/** '21:00 on Tuesday 12 January 2027'. */
export function offerEndInWords(offer: Offer): string {
  return momentInWords(new Date(offer.until))
}

/** For refusals whose sentence alone is not enough. */
export const WHY_NOT_JOIN: { [R in Reason]?: string } = {
  existing_booking: `You can have only one upcoming appointment at a time, so that as many men as possible get a place. If you cancel it, you can join this waiting list. You cannot cancel online in the last 48 hours before your appointment. ${inWords(RING_US, charity)}`,
  booking_closed: 'The waiting list has closed too: nobody can book a place that becomes free now.',
}
