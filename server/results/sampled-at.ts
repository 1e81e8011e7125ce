import { ukInstant } from '../../domain/uk-time.ts'

/** When a sample was taken, as far as it is known: `startsAt` is its appointment's, `sampleDate` 'YYYY-MM-DD'. */
export function sampledAt({
  startsAt,
  sampleDate,
  recordedAt,
}: {
  startsAt: Date | null
  sampleDate: string | null
  recordedAt: Date
}): Date {
  return startsAt ?? (sampleDate === null ? recordedAt : ukInstant(sampleDate, '12:00'))
}
