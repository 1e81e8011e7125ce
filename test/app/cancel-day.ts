import type { CancellationPreview } from '../../domain/office/bulk-actions.ts'
import type { TestApp } from './test-app.ts'

/** Cancels the day with the counts of a dry run just before, as the screen does; returns the answer. */
export async function cancelDay(
  site: TestApp,
  of: { eventId: number; as: { cookie: string }; message?: string },
) {
  const url = `/api/office/events/${of.eventId}/cancellation`
  const dry = await site.ask('POST', url, { as: of.as, body: { dry_run: true } })
  const expected = expectedOf(dry.body)
  const body = { dry_run: false, expected, ...(of.message && { message: of.message }) }
  return site.ask('POST', url, { as: of.as, body })
}

/** The counts that were shown, to be sent back; zeros for an answer that has none. */
export function expectedOf(shown: Partial<CancellationPreview>) {
  const { appointments = 0, refund_pence = 0, waiting = 0, money_pence = 0 } = shown
  return { appointments, refund_pence, waiting, money_pence }
}
