import { expect, test } from 'vitest'
import { partedInWords } from './parting-text.ts'

test('a line says what it is, and why it goes where it goes', () => {
  const item = { text: '', goes_to: 'merged', note: null } as const
  expect(partedInWords({ ...item, kind: 'NHS number' })).toBe('NHS number')
  expect(partedInWords({ ...item, kind: 'task', text: '2' })).toBe('Tasks: 2')
  expect(
    partedInWords({ ...item, kind: 'contact data', text: 'dateOfBirth', note: 'It was changed.' }),
  ).toBe('Contact details: date of birth. It was changed.')
})
