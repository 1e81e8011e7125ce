import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { remindOfTests } from '../../server/care/recalls/remind-of-tests.ts'
import { type NoticeDeps, sendNotices } from '../../server/care/reminders/send-notices.ts'
import { insertResult } from '../../server/facts/results.queries.ts'
import { type SealedResult, sealResult } from '../../server/facts/sealed-result.ts'
import { countUnfinished } from '../storms/mail/mail-storm.queries.ts'
import { until } from '../until.ts'
import { openTestApp, type TestMember } from './test-app.ts'

export const START = new Date('2027-01-02T09:00:00Z')
type Row = Partial<Parameters<typeof insertResult>[1]>

/** A site at START, with events on 16 January 2027; close it at the end. */
export async function openNotices() {
  const site = await openTestApp({ now: START })
  const faults: Error[] = []
  const onError = (error: Error) => void faults.push(error)

  async function mailsTo(of: TestMember) {
    const { db } = site.deps.database
    await until(async () => expect(await countUnfinished(db)).toBe(0))
    return site.mails.filter(({ to }) => to === of.email)
  }

  return {
    site,
    faults,
    mailsTo,
    at: (moment: string) => site.moveTo(new Date(`2027-${moment}Z`)),
    send: (deps: NoticeDeps = site.deps) => sendNotices(deps, onError),
    remindOfTests: () => remindOfTests(site.deps, onError),
    subjectsTo: async (of: TestMember) =>
      (await mailsTo(of))
        .map(({ subject }) => subject)
        .filter((subject) => !subject.includes('is booked')),

    async book(as: TestMember, event: CharityEvent, time = '10:20'): Promise<number> {
      await site.consent(as, event)
      const body = { eventId: event.event_id, appointmentStartTime: time }
      const answer = await site.ask('POST', '/api/appointments', { as, body })
      expect(answer.status).toBe(201)
      return answer.body.appointment.appointment_id
    },

    async addResult(of: TestMember, found: Partial<SealedResult> = {}, row: Row = {}) {
      const origin = { source: 'test', sourceRef: randomUUID() }
      const { fieldKeys, database } = site.deps
      const value = { test_result: '177.7731', test_unit: 'ng/ml', comments: 'Kestrel remark' }
      await insertResult(database.db, {
        ...origin,
        memberId: of.id,
        sampleDate: '2026-12-20',
        releasedAt: new Date('2027-01-05T12:00:00Z'),
        recordedAt: site.deps.now(),
        sealed: sealResult(fieldKeys, origin, { ...value, ...found }),
        ...row,
      })
    },
  }
}
