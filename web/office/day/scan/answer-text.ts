import type { ScanAnswer, ScanProblem } from '../../../../domain/office/day-scans.ts'
import { STATE_WORDS } from '../day-text.ts'
import { nameAndBirth } from '../who-text.ts'

type Said = Extract<ScanAnswer, { do: 'say' }>

/** One or two sentences for the screen. */
export function scanText({ what, person, code }: Said): string {
  const name = person ? nameAndBirth(person) : 'Somebody else'
  const text: Record<ScanProblem, string> = {
    misread: 'The code could not be read. Scan it again, or type the name.',
    not_of_today: `This code is not for today: ${code}. Search by name. If they are not in the list, check the date and venue on their confirmation. They can still have a free place today as a walk-in.`,
    cancelled: `This appointment was cancelled: ${code}. Search by name, because they may have booked again. If they are not in the list, they can have a free place as a walk-in.`,
    cancelled_person: `${name} cancelled this appointment. Check them in below if there is a place.`,
    done: `${name} has already been checked in: ${person ? STATE_WORDS[person.state] : ''}.`,
    tube_before_person: `This is a tube code: ${code}. Press ‘Sample’ next to the person first, then scan the tube.`,
    slip_before_person: `This is the code of a slip, for tube ${code}. Press ‘Sample’ next to the member first, then scan the slip.`,
    slip_is_no_tube: `This is the label on a slip, not a tube: ${code}. Scan the label on the tube.`,
    tube_is_no_slip: `This is the label of a tube: ${code}. Scan the slip: its code begins with CHS.`,
    tube_has_owner: `This tube belongs to ${name}.`,
    tube_of_other: `This tube belongs to ${name}. Please take a new label.`,
    tube_taken_back: `This tube was removed from ${name}: ${code}. Take a new label. If the blood is this member’s, the day lead can type the code and say why.`,
    person_not_tube: `This is the code of ${name}, not of a tube. Scan the label of the tube.`,
    other_person_open: `This code belongs to ${name}. Finish here first, or close this window.`,
  }
  return text[what]
}
