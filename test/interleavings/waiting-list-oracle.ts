import type { StoredWait } from '../invariants/waiting-list-invariants.queries.ts'

export type Deed = {
  what: 'join' | 'leave' | 'hold' | 'release' | 'book' | 'cancel' | 'move' | 'book elsewhere'
  member: number
  time: string
  code: string
  standing: string | null
  begun: number
  answered: number
}

const answersOf: Record<Deed['what'], string[]> = {
  join: ['done', 'places_left', 'duplicate', 'existing_booking'],
  leave: ['done'],
  hold: ['done', 'slot_taken', 'held_before', 'busy'],
  release: ['done', 'not_found'],
  book: ['done', 'slot_taken', 'duplicate', 'existing_booking'],
  cancel: ['done', 'not_booked'],
  move: ['done', 'slot_taken', 'not_booked'],
  'book elsewhere': ['done', 'duplicate', 'existing_booking'],
}

/** Contradictions between the stored waiting list and the responses about it. */
export function waitingContradictions(waits: StoredWait[], deeds: Deed[]): string[] {
  return [
    ...deeds
      .filter(({ what, code }) => !answersOf[what].includes(code))
      .map(({ what, code }) => `${what} was answered ${code}`),
    ...deeds
      .filter(({ what, code, standing }) => what === 'join' && code === 'done' && !isOn(standing))
      .map(({ member }) => `member ${member} joined and does not wait`),
    ...waits.flatMap((wait) => aboutWait(wait, deeds)),
    ...deeds.flatMap((deed) => aboutOvertaking(deed, waits, deeds)),
  ]
}

const isOn = (standing: string | null) => standing === 'waiting' || standing === 'offered'

function aboutWait(wait: StoredWait, deeds: Deed[]): string[] {
  const own = deeds.filter(({ member, code }) => member === wait.member_id && code === 'done')
  const did = (...deeds: Deed['what'][]) => own.some(({ what }) => deeds.includes(what))
  const words: string[] = []
  if (!did('join')) words.push(`member ${wait.member_id} waits and never joined`)
  if (wait.status === 'left' && !did('leave')) words.push(`member ${wait.member_id} never left`)
  if (wait.status === 'booked' && !did('book')) words.push(`member ${wait.member_id} never booked`)
  if (wait.status === 'booked elsewhere' && !did('book elsewhere', 'book'))
    words.push(`member ${wait.member_id} booked nothing elsewhere`)
  return words
}

/**
 * Whether a member got a place although another had waited since before the request and still
 * did afterwards, unless the member had an offer or an older hold.
 */
function aboutOvertaking(deed: Deed, waits: StoredWait[], deeds: Deed[]): string[] {
  const takes = ['hold', 'book', 'move'].includes(deed.what) && deed.code === 'done'
  if (!takes || waits.some((one) => one.member_id === deed.member && one.was_offered)) return []
  const heldBefore = deeds.some(
    ({ what, member, code, begun }) =>
      what === 'hold' && member === deed.member && code === 'done' && begun < deed.begun,
  )
  // A move to the member's own time takes no place.
  const hasItAlready = deeds.some(
    (one) =>
      one !== deed &&
      ['book', 'move'].includes(one.what) &&
      one.member === deed.member &&
      one.code === 'done' &&
      one.time === deed.time &&
      one.begun < deed.answered,
  )
  if (heldBefore || (deed.what === 'move' && hasItAlready)) return []
  const overtaken = waits.filter((wait) => {
    const own = deeds.filter(({ member }) => member === wait.member_id)
    const joins = own.filter(({ what, code }) => what === 'join' && code === 'done')
    const hasWaited = joins.length > 0 && joins.every(({ answered }) => answered < deed.begun)
    const hasStayed = own.every(({ what, code }) => what === 'join' || code !== 'done')
    return hasWaited && hasStayed && wait.status === 'waiting' && !wait.was_offered
  })
  return overtaken.map(
    ({ member_id }) =>
      `member ${deed.member} got a place (${deed.what}) before member ${member_id}, who waited`,
  )
}
