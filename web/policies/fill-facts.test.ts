import { expect, test } from 'vitest'
import { AS_READ } from '../../domain/charity-placeholders.ts'
import { fillFacts } from './fill-facts.ts'

test('a text names facts of the charity, and an email address is a link', () => {
  const { street, email } = AS_READ
  expect(fillFacts('a.md', '<li>{street}, {email}</li>')).toBe(
    `<li>${street}, <a href="mailto:${email}">${email}</a></li>`,
  )
})

test.each(['{road}', '{vat_line}', '{toString}', '{}'])('%s is refused', (name) => {
  expect(() => fillFacts('a.md', `To ${name}`)).toThrow(`a.md: ${name} is not a fact`)
})
