import type { StoredWait } from '../invariants/waiting-list-invariants.queries.ts'

/** A request about the full event that was answered, by when it was sent and when it was answered. */
export type Deed = {
  what: 'join' | 'leave' | 'hold' | 'release' | 'book' | 'cancel' | 'move' | 'book elsewhere'
  man: number
  /** The time that it was about, 'HH:mm'. */
  time: string
  /** 'done', or why not. */
  code: string
  /** What a join was answered: where he stands then. */
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

/** Where what is stored of a waiting list is not what men were answered about it. */
export function waitingDisagreements(waits: StoredWait[], deeds: Deed[]): string[] {
  return [
    ...deeds
      .filter(({ what, code }) => !answersOf[what].includes(code))
      .map(({ what, code }) => `${what} was answered ${code}`),
    ...deeds
      .filter(({ what, code, standing }) => what === 'join' && code === 'done' && !isOn(standing))
      .map(({ man }) => `man ${man} joined and does not wait`),
    ...waits.flatMap((wait) => aboutWait(wait, deeds)),
    ...deeds.flatMap((deed) => aboutPasserBy(deed, waits, deeds)),
  ]
}

const isOn = (standing: string | null) => standing === 'waiting' || standing === 'offered'

function aboutWait(wait: StoredWait, deeds: Deed[]): string[] {
  const his = deeds.filter(({ man, code }) => man === wait.member_id && code === 'done')
  const did = (...deeds: Deed['what'][]) => his.some(({ what }) => deeds.includes(what))
  const words: string[] = []
  if (!did('join')) words.push(`man ${wait.member_id} waits and never joined`)
  if (wait.status === 'left' && !did('leave')) words.push(`man ${wait.member_id} never left`)
  if (wait.status === 'booked' && !did('book')) words.push(`man ${wait.member_id} never booked`)
  if (wait.status === 'booked elsewhere' && !did('book elsewhere', 'book'))
    words.push(`man ${wait.member_id} booked nothing elsewhere`)
  return words
}

/**
 * Whether he was given a place although somebody had waited for one since before he asked, and still
 * did afterwards: unless he was offered a place himself, or held one since before.
 */
function aboutPasserBy(deed: Deed, waits: StoredWait[], deeds: Deed[]): string[] {
  const takes = ['hold', 'book', 'move'].includes(deed.what) && deed.code === 'done'
  if (!takes || waits.some((one) => one.member_id === deed.man && one.was_offered)) return []
  const heldBefore = deeds.some(
    ({ what, man, code, begun }) =>
      what === 'hold' && man === deed.man && code === 'done' && begun < deed.begun,
  )
  // Moved to the time that he has already, he takes nothing.
  const hasItAlready = deeds.some(
    (one) =>
      one !== deed &&
      ['book', 'move'].includes(one.what) &&
      one.man === deed.man &&
      one.code === 'done' &&
      one.time === deed.time &&
      one.begun < deed.answered,
  )
  if (heldBefore || (deed.what === 'move' && hasItAlready)) return []
  const passedOver = waits.filter((wait) => {
    const his = deeds.filter(({ man }) => man === wait.member_id)
    const joins = his.filter(({ what, code }) => what === 'join' && code === 'done')
    const hasWaited = joins.length > 0 && joins.every(({ answered }) => answered < deed.begun)
    const hasStayed = his.every(({ what, code }) => what === 'join' || code !== 'done')
    return hasWaited && hasStayed && wait.status === 'waiting' && !wait.was_offered
  })
  return passedOver.map(
    ({ member_id }) => `man ${deed.man} got a place (${deed.what}) before ${member_id}, who waited`,
  )
}
