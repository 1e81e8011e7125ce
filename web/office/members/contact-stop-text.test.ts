import { expect, test } from 'vitest'
import { stoppedInWords } from './contact-stop-text.ts'

test('a task that stopped is named by its title, and everything else as it was recorded', () => {
  expect(stoppedInWords({ kind: 'task', text: 'result_to_review' })).toBe('Task closed: Review')
  expect(stoppedInWords({ kind: 'appointment', text: 'Diss' })).toBe('Appointment cancelled: Diss')
})
