// What a scanned code means at the door, and what the screen does then.
import { plainCode, readAppointmentCode } from '../appointment-code.ts'
import { formerOwner, isSamePerson, personWithTube, type ShownPerson } from './day-people.ts'
import { tubeOfSlip } from './slips.ts'
import { labelOf, readTubeCode } from './tube-code.ts'
import { type TubeRule, USUAL_TUBES } from './tube-patterns.ts'

export type Scan =
  | { of: 'person'; person: ShownPerson }
  /** `former` had the tube until its sample was undone. */
  | { of: 'tube'; tube: string; owner: ShownPerson | null; former: ShownPerson | null }
  /** The label of a slip of ours; `tube` is the one that it is for. */
  | { of: 'slip'; tube: string }
  /** Of no day's person; `isCancelled` when it was one of this event. */
  | { of: 'nobody'; reference: string; isCancelled: boolean }
  | { of: 'nothing' }

export function readScan(
  text: string,
  {
    people,
    cancelled,
    rule = USUAL_TUBES,
  }: { people: readonly ShownPerson[]; cancelled: readonly string[]; rule?: TubeRule },
): Scan {
  const code = readAppointmentCode(text)
  if (code === 'misread') return { of: 'nothing' }
  const reference = code?.reference ?? plainCode(text)
  const person = people.find((one) => reference !== '' && plainCode(one.reference) === reference)
  if (person) return { of: 'person', person }
  if (code) {
    const isCancelled = cancelled.some((one) => plainCode(one) === reference)
    return { of: 'nobody', reference, isCancelled }
  }
  const slip = tubeOfSlip(text)
  if (slip !== null) return { of: 'slip', tube: slip }
  const tube = readTubeCode(text, rule)
  return tube === null
    ? { of: 'nothing' }
    : { of: 'tube', tube, owner: personWithTube(people, tube), former: formerOwner(people, tube) }
}

/** A dialog of the door; `task` is what it asks. */
export type OpenTask = { person: ShownPerson; task: string }

export type ScanAnswer =
  | { do: 'open'; person: ShownPerson; task: 'arrive' | 'sample' }
  | { do: 'sample'; tube: string }
  | { do: 'slip'; tube: string }
  | { do: 'nothing' }
  | { do: 'say'; what: ScanProblem; person: ShownPerson | null; code: string }

export type ScanProblem =
  | 'misread'
  | 'not_of_today'
  | 'cancelled'
  | 'cancelled_person'
  | 'done'
  | 'tube_before_person'
  | 'slip_before_person'
  | 'slip_is_no_tube'
  | 'tube_is_no_slip'
  | 'tube_has_owner'
  | 'tube_of_other'
  | 'tube_taken_back'
  | 'person_not_tube'
  | 'other_person_open'

/** `open` is the dialog on the screen, or null. `hasSlips` where members carry their number. */
export function answerScan(
  scan: Scan,
  open: OpenTask | null,
  { hasSlips = false }: { hasSlips?: boolean } = {},
): ScanAnswer {
  if (scan.of === 'nothing') return say('misread')
  if (scan.of === 'nobody')
    return say(scan.isCancelled ? 'cancelled' : 'not_of_today', { code: scan.reference })
  if (scan.of === 'slip') return answerSlip(scan.tube, open, hasSlips)
  if (scan.of === 'tube' && hasSlips && open?.task === 'slip') return answerTubeForSlip(scan.tube)
  if (scan.of === 'tube') return answerTube(scan, open)
  return answerPerson(scan.person, open)
}

/** The dialog of a sample compares it with the tube; nothing is recorded by the scan alone. */
function answerSlip(tube: string, open: OpenTask | null, hasSlips: boolean): ScanAnswer {
  const isWanted = open?.task === 'slip' || (open?.task === 'sample' && hasSlips)
  if (isWanted) return { do: 'slip', tube }
  return say(open?.task === 'sample' ? 'slip_is_no_tube' : 'slip_before_person', { code: tube })
}

/** A laboratory's own codes are the same on both. */
function answerTubeForSlip(tube: string): ScanAnswer {
  return labelOf(tube) === null ? { do: 'slip', tube } : say('tube_is_no_slip', { code: tube })
}

function answerTube(
  { tube, owner, former }: Extract<Scan, { of: 'tube' }>,
  open: OpenTask | null,
): ScanAnswer {
  const about = { code: tube, person: owner }
  if (open?.task !== 'sample') {
    const isOwned = owner !== null && open === null
    return isOwned ? say('tube_has_owner', about) : say('tube_before_person', { code: tube })
  }
  if (owner && !isSamePerson(owner, open.person)) return say('tube_of_other', about)
  if (former && !isSamePerson(former, open.person))
    return say('tube_taken_back', { code: tube, person: former })
  return { do: 'sample', tube }
}

function answerPerson(person: ShownPerson, open: OpenTask | null): ScanAnswer {
  const about = { person, code: person.reference }
  if (open && isSamePerson(person, open.person))
    return open.task === 'sample' ? say('person_not_tube', about) : { do: 'nothing' }
  // A check-in asks nothing to be typed, so the next person may take its place.
  if (open && open.task !== 'arrive') return say('other_person_open', about)
  const { state, is_booked: isBooked } = person
  if (!isBooked && state === 'expected') return say('cancelled_person', about)
  if (state === 'expected' || state === 'did_not_attend')
    return { do: 'open', person, task: 'arrive' }
  return state === 'arrived' ? { do: 'open', person, task: 'sample' } : say('done', about)
}

function say(
  what: ScanProblem,
  { person = null, code = '' }: { person?: ShownPerson | null; code?: string } = {},
): ScanAnswer {
  return { do: 'say', what, person, code }
}
