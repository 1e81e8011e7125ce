import { expect, test } from 'vitest'
import { jobsInWords, lastDoneText, worstFirst } from './job-text.ts'

const job = (queue: string, fields: object = {}) => ({
  queue,
  every_seconds: 60,
  waiting: 0,
  running: 0,
  running_since: null,
  failed: 0,
  is_late: false,
  last_done_at: null,
  last_problem: null,
  ...fields,
})

test('failed jobs come first, then late ones, and a sentence counts them', () => {
  const good = [job('mail'), job('sms')]
  expect(jobsInWords(good)).toBe('All jobs are running as they should.')
  const some = [...good, job('sweep', { is_late: true }), job('settle', { failed: 2 })]
  expect(worstFirst(some).map(({ queue }) => queue)).toEqual(['settle', 'sweep', 'mail', 'sms'])
  expect(jobsInWords(some)).toBe('Look at these first: 1 failed, 1 late.')
})

test.each([
  [null, 'Not in the last 24 hours'],
  ['2026-11-28T22:36:00Z', 'Today at 22:36'],
  ['2026-11-27T22:36:00Z', '22:36 on Friday 27 November 2026'],
])('%s was last done: %s', (at, text) => {
  expect(lastDoneText(at, new Date('2026-11-28T23:00:00Z'))).toBe(text)
})
