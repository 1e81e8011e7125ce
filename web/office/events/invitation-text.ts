import type { GroupRow, InvitationState, RowProblem } from '../../../domain/office/invitations.ts'

export const STATE_TEXT: Record<InvitationState, { label: string; tone: 'good' | 'none' | 'bad' }> =
  {
    invited: { label: 'Invited', tone: 'none' },
    opened: { label: 'Link opened', tone: 'none' },
    booked: { label: 'Booked', tone: 'good' },
    given_up: { label: 'Place given up', tone: 'bad' },
    lapsed: { label: 'Time is over', tone: 'bad' },
    withdrawn: { label: 'Withdrawn', tone: 'bad' },
    event_cancelled: { label: 'Event cancelled', tone: 'bad' },
    time_changed: { label: 'Time changed', tone: 'bad' },
  }

const PROBLEM_TEXT: Record<RowProblem, string> = {
  no_name: 'There is no name in this line.',
  bad_name: 'The name has an address in it, or is too long.',
  bad_email: 'This is not an email address.',
  bad_mobile: 'This is not a UK mobile number.',
  listed_twice: 'An earlier line has the same email address or mobile number.',
  already_invited: 'A place is already held for this address.',
  already_booked: 'There is already an appointment with this address.',
  not_contacted: 'Our records say that we may not invite this person. Find them under Members.',
  unknown_time: 'The event has no such time.',
  time_full: 'There is no free place at this time.',
  no_place: 'There is no free place left.',
}

/** What becomes of a line of the list. */
export function rowText({ problem, email, mobile }: GroupRow): string {
  if (problem) return PROBLEM_TEXT[problem]
  if (email === null && mobile === null) return 'Will be held. Print a card: there is no address.'
  const ways = [email !== null && 'email', mobile !== null && 'text'].filter(Boolean)
  return `Will be held. Link by ${ways.join(' and ')}.`
}
