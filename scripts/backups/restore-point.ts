// The time that a restore ends at, and the backup that it begins with.
import type { Backup } from './pgbackrest.ts'

export type Point = Date | 'latest'

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d(:?\d\d)?)$/

/** Throws with a sentence for what is no past time with its zone. */
export function readPoint(text: string, now: Date): Point {
  if (text === 'latest') return text
  if (!INSTANT.test(text))
    throw new Error(
      `"${text}" is no time with its zone: write 2026-11-25T19:00:00Z, 2026-11-25T19:00:00+01:00 or latest.`,
    )
  const point = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  if (Number.isNaN(point.getTime())) throw new Error(`"${text}" is in no calendar.`)
  if (point > now) throw new Error(`${point.toISOString()} is yet to come.`)
  return point
}

/** The newest backup that was complete at that time. Throws with a sentence when there is none. */
export function chooseBackup(backups: Backup[], point: Point): Backup {
  const whole = backups.filter(({ error }) => !error)
  const isBefore = ({ timestamp }: Backup) =>
    // Of the second in which it ended the later part may not be in it.
    point === 'latest' || (timestamp.stop + 1) * 1000 <= point.getTime()
  const chosen = whole
    .filter(isBefore)
    .toSorted((a, b) => a.timestamp.stop - b.timestamp.stop)
    .at(-1)
  if (chosen) return chosen
  const first = Math.min(...whole.map(({ timestamp }) => timestamp.stop + 1))
  throw new Error(
    whole.length === 0
      ? 'The repository has no backup without an error.'
      : `The oldest backup ended at ${new Date(first * 1000).toISOString()}: choose a later time.`,
  )
}

/** As PostgreSQL and pgBackRest read it: '2026-11-25 19:00:00.123+00'. */
export function targetOf(point: Date): string {
  return point.toISOString().replace('T', ' ').replace('Z', '+00')
}
