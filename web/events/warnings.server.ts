import type { EventWarning } from '../../domain/charity.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import type { IconName } from '../ui/icon.tsx'

export type Warning = {
  icon: IconName
  title: string
  words: string
  link?: { to: string; label: string }
}

/** The warnings on an event's page (rules §1.8), the charity's own among them, and the limits of the test. */
export function warningsOf(event: CharityEvent, charity: EventWarning): Warning[] {
  const lab = event.lab_name ? `, ${event.lab_name},` : ''
  const whoseLab = event.requires_nhs_number ? `The lab for this event${lab}` : 'One of our labs'
  return [
    {
      icon: 'identification-card',
      title: 'Bring the right NHS number.',
      words: `${whoseLab} needs your correct 10-digit NHS number. You can find it on an NHS letter, on a prescription or in the NHS App.`,
    },
    {
      icon: 'warning',
      title: 'Not for men with a known prostatic condition.',
      words:
        'If you have one, this test is not appropriate for you. If you have symptoms, please see your GP.',
    },
    ...ownWarning(charity),
    {
      icon: 'scales',
      title: 'What the test cannot tell you.',
      words: 'A raised result is not a diagnosis, and a normal one does not rule cancer out.',
      link: {
        to: '/information-hub/prostate-diseases-and-prostate-cancer',
        label: 'Read about the benefits and risks before you come',
      },
    },
  ]
}

function ownWarning({ event_warning_title: title, event_warning: words }: EventWarning): Warning[] {
  return title + words === '' ? [] : [{ icon: 'user-plus', title, words }]
}
