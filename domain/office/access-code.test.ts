import { expect, test } from 'vitest'
import { accessCodeText, newAccessCode } from './access-code.ts'

test('a new code has no letter that is read as another', () => {
  const codes = Array.from({ length: 32 }, (_, n) => newAccessCode(new Uint8Array(8).fill(n * 7)))
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  expect(new Set(codes).size).toBe(32)
})

test('the host reads the code, the event and where to book', () => {
  const event = { event_name: 'Leeds screening', event_date: '2027-03-06', host_name: null }
  const text = accessCodeText(event, {
    code: 'K7QH-2MXP',
    address: 'https://chaps.example/event/7',
  })
  expect(text).toContain('Dear host,')
  expect(text).toContain('Leeds screening on Saturday 6 March 2027')
  expect(text).toContain('\n\nK7QH-2MXP\n\n')
  expect(text).toContain('https://chaps.example/event/7')
})
