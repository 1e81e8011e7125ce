import type { MyRecord } from '../../../domain/my-data.ts'
import { openConsent } from '../../bookings/consent/sealed-consent.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { findConsentsOf } from './consents.queries.ts'

type ConsentRow = Awaited<ReturnType<typeof findConsentsOf>>[number]

export function consentRecord(row: ConsentRow, memberId: number, fieldKeys: FieldKeys): MyRecord {
  const { event_id: eventId, sealed, given_at: givenAt, ...shown } = row
  const { answers, gpSurgery, takenWith } = openConsent(fieldKeys, {
    memberId,
    eventId,
    givenAt,
    sealed,
  })
  const { event_name, test_date, given_through, ...rest } = shown
  return {
    event_name,
    test_date,
    given_at: givenAt,
    given_through,
    answers,
    gp_surgery: gpSurgery,
    ...takenWith,
    ...rest,
  }
}
