import type { LoopKind } from '../../../domain/office/care-loops.ts'
import type {
  ContactStopKind,
  StoppedItem,
  StoppedKind,
} from '../../../domain/office/contact-stops.ts'
import { LOOP_WORDS } from '../loops/loop-text.ts'

export const STOP_WORDS: Record<
  ContactStopKind,
  { label: string; question: (name: string) => string; follows: string }
> = {
  died: {
    label: 'Has died',
    question: (name) => `Record that ${name} has died?`,
    follows:
      'We will not send any more emails, texts or letters. Upcoming appointments will be cancelled and the account will be closed.',
  },
  results_only: {
    label: 'Wants to hear about results only, or has moved abroad',
    question: (name) => `Tell ${name} about results only?`,
    follows: 'Results still reach the member. Invitations, questions and newsletters stop.',
  },
  no_contact: {
    label: 'Wants no contact at all',
    question: (name) => `Send nothing to ${name} any more?`,
    follows:
      'We will not send anything, not even news about a result. A clinician will call if a result needs it. The member can still sign in.',
  },
}

export const STOPPED_WORDS: Record<StoppedKind, string> = {
  appointment: 'Appointment cancelled',
  'place held': 'Places held or offered',
  'waiting list': 'Left the waiting list',
  'message not sent': 'Message not sent',
  letter: 'Letter with a result not posted',
  'notice of a result': 'News about a result not sent',
  task: 'Task closed',
  link: 'Links that no longer work',
  'near alert': 'Alert about events nearby',
  newsletter: 'Newsletter',
}

/** What stopped, as a line of the list; a task by its title. */
export function stoppedInWords({ kind, text }: Pick<StoppedItem, 'kind' | 'text'>): string {
  const what = kind === 'task' && isLoopKind(text) ? LOOP_WORDS[text].title : text
  return `${STOPPED_WORDS[kind]}: ${what}`
}

function isLoopKind(text: string): text is LoopKind {
  return Object.hasOwn(LOOP_WORDS, text)
}
