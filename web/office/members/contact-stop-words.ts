import type { ContactStopKind, StoppedKind } from '../../../domain/office/contact-stops.ts'

export const STOP_WORDS: Record<ContactStopKind, { label: string; follows: string }> = {
  died: {
    label: 'Has died',
    follows:
      'No mail, SMS or letter goes out any more, coming appointments are cancelled, and the account is closed.',
  },
  results_only: {
    label: 'Wants to be told of results only, or has moved abroad',
    follows: 'Results still reach the member. Invitations, questions and newsletters stop.',
  },
  no_contact: {
    label: 'Wants no contact at all',
    follows:
      'Nothing is sent, not even news of a result. A clinician rings if a result needs it. The member can still sign in.',
  },
}

export const STOPPED_WORDS: Record<StoppedKind, string> = {
  appointment: 'Appointment cancelled',
  'place held': 'Places held or offered',
  'waiting list': 'Waiting list left',
  'message not sent': 'Message not sent',
  letter: 'Letter with a result not posted',
  'notice of a result': 'News of a result not sent',
  task: 'Task closed',
  link: 'Links that no longer work',
  'near alert': 'Alert of events nearby',
  newsletter: 'Newsletter',
}
