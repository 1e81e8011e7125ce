import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chooseText } from './choose-text.ts'

const APPROVED = 'Cancel within 14 days.'
const approval = {
  by: 'A. Sample, solicitor',
  on: '2026-11-28',
  sha256: createHash('sha256').update(APPROVED).digest('hex'),
}

test('an approved text is shown as it is', () => {
  expect(chooseText({ text: APPROVED, approval, copy: undefined })).toEqual({
    text: APPROVED,
    isApproved: true,
  })
})

test('while a change waits for its approval, the last approved text stays', () => {
  expect(chooseText({ text: 'Cancel within 7 days.', approval, copy: APPROVED })).toEqual({
    text: APPROVED,
    isApproved: true,
  })
})

test('a text that nobody ever approved says so', () => {
  expect(chooseText({ text: APPROVED, approval: null, copy: undefined }).isApproved).toBe(false)
})

test.each([undefined, 'Cancel within 30 days.'])(
  'a copy that was not approved stops the build: %s',
  (copy) => {
    expect(() => chooseText({ text: 'Changed.', approval, copy })).toThrow('content/approved')
  },
)
