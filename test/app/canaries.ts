import { randomUUID } from 'node:crypto'
import { insertResult } from '../../server/facts/results.queries.ts'
import { sealResult } from '../../server/facts/sealed-result.ts'
import type { TestApp, TestMember } from './test-app.ts'

export async function canaryMember(site: TestApp): Promise<TestMember> {
  const member = await site.member({
    firstName: 'Canariusz',
    lastName: 'Heronsby-Quill',
    email: `canary-${randomUUID()}@example.org`,
    phone: '447700900942',
    dateOfBirth: '1961-11-23',
    homeAddress: '77 Nightjar Rise, Wivenhoe, CO7 9ZZ',
    occupation: 'Bellfounder',
  })
  const confirmed = { as: member, body: { nhs_number: canaryNumber(member) } }
  await site.ask('PUT', `/api/auth/profile?email=${member.email}`, confirmed)
  await site.consent(member, await site.event(), {
    answers: { motherSideDetails: 'Siskin detail', medicationHistory: 'Combodart' },
  })
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '177.7731', test_unit: 'ng/ml', comments: 'Kestrel remark' }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: member.id,
    sampleDate: '2026-06-09',
    releasedAt: site.deps.now(),
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
  return member
}

/** An NHS number unique within the test: a shared one would withhold the result. */
export function canaryNumber({ id }: { id: number }): string {
  return `999${String(id).padStart(7, '0')}`
}

export function canariesOf(member: TestMember): string[] {
  return [
    ...['Canariusz', 'Heronsby-Quill', member.email, '447700900942', '1961-11-23', 'Bellfounder'],
    ...['77 Nightjar Rise, Wivenhoe, CO7 9ZZ', canaryNumber(member), '177.7731', 'Kestrel remark'],
  ]
}
