import type { TestApp } from './test-app.ts'

/** Closes the day with the number that was shown just before, as the screen does; returns the answer. */
export async function closeDay(site: TestApp, eventId: number, as: { cookie: string }) {
  const url = `/api/office/days/${eventId}`
  const { body } = await site.ask('GET', `${url}/unresolved`, { as })
  return site.ask('POST', `${url}/close`, { as, body: { expected: body.missed ?? 0 } })
}
