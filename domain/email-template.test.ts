import { describe, expect, test } from 'vitest'
import { fillIn, PLACEHOLDERS, readTemplate, whyNotTemplate } from './email-template.ts'

const values = {
  first_name: 'Zoë',
  event: 'Diss',
  when: '10:20',
  where: 'Town Hall',
  reference: 'K7QX',
}

describe('a template', () => {
  test.each([
    ['nothing', null, { subject: null, paragraphs: [] }],
    ['only spaces', ' \n ', { subject: null, paragraphs: [] }],
    ['paragraphs', 'One.\n\nTwo,\ntwo.', { subject: null, paragraphs: ['One.', 'Two,\ntwo.'] }],
    ['a subject', 'Subject: See you\n\nOne.', { subject: 'See you', paragraphs: ['One.'] }],
    ['only a subject', 'subject: See you', { subject: 'See you', paragraphs: [] }],
    ['an empty subject', 'Subject:\nOne.', { subject: null, paragraphs: ['One.'] }],
    ['a subject later on', 'One.\nSubject: x', { subject: null, paragraphs: ['One.\nSubject: x'] }],
  ])('of %s', (_, template, read) => {
    expect(readTemplate(template)).toEqual(read)
  })

  test('with CRLF line endings', () => {
    expect(readTemplate('Subject: See you\r\n\r\nOne.\r\n\r\nTwo.')).toEqual({
      subject: 'See you',
      paragraphs: ['One.', 'Two.'],
    })
  })
})

describe('a template is refused', () => {
  test.each([
    ['Dear {name},', '{name} is not a placeholder'],
    ['{constructor}', '{constructor} is not a placeholder'],
    ['Dear {first_name', 'no partner'],
    ['Dear {}', 'no partner'],
    ['Subject: Your PSA test\nOne.', "Take 'PSA' out of the subject"],
    ['Subject: {event}\nOne.', 'name and venue'],
    [`Subject: ${'x'.repeat(101)}`, 'Use 100 char'],
    ['x'.repeat(4_001), 'Use 4000 char'],
  ])('%s', (template, why) => {
    expect(whyNotTemplate(template)).toContain(why)
  })
  test('and otherwise accepted, with every placeholder', () => {
    const all = PLACEHOLDERS.map((name) => `{${name}}`).join(' ')
    expect(whyNotTemplate(`Subject: For {first_name} at {when}\n\n${all}`)).toBeNull()
  })
})

test('filled-in text is not filled in again, and unknown placeholders stay', () => {
  expect(fillIn('{first_name}: {when} {where} {soon}', { ...values, first_name: '{when}' })).toBe(
    '{when}: 10:20 Town Hall {soon}',
  )
})
