import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import type { Ticket } from './saved-ticket.ts'
import { ticketPage } from './ticket-page.ts'

const NOW = Date.parse('2027-01-16T09:00:00Z')
const ticket = (changes: Partial<Ticket> = {}): Ticket => ({
  event: 'Colchester PSA screening',
  when: 'Saturday 16 January 2027, 10:20 to 10:40',
  where: 'Town Hall, Colchester',
  reference: 'K7QX-2M9P',
  code: 'data:image/png;base64,AAAA',
  until: NOW + 1,
  ...changes,
})
const page = (tickets: Ticket[]) =>
  ticketPage({ at: '14:05 on Friday 15 January 2027', helpline: '0808 157 0142', tickets }, NOW)

test('has what the slip shows, that it is saved, and since when', async () => {
  const html = page([ticket()]) ?? ''
  for (const words of ['Saturday 16 January 2027, 10:20 to 10:40', 'Town Hall', 'K7QX-2M9P'])
    expect(html).toContain(words)
  expect(html).toContain('Saved on this phone; you are offline')
  expect(html).toContain('Saved at 14:05 on Friday 15 January 2027.')
  expect(html).toContain('href="tel:08081570142"')
  const rules = { 'no-inline-style': 'off', 'prefer-native-element': 'off' } as const
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules })
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

test('needs nothing of a network', () => {
  expect(page([ticket()])).not.toMatch(/<script|src="(?!data:)|url\(|href="https?:/)
})

test('leaves out a day that is over, and is no page without any other', () => {
  const over = ticket({ reference: 'OVER-0000', until: NOW })
  expect(page([over, ticket()])).not.toContain('OVER-0000')
  expect(page([over])).toBeNull()
  expect(page([])).toBeNull()
})

test('shows markup in a name as it was typed', () => {
  const html = page([ticket({ event: '<img src=x onerror=alert(1)>', where: `"O'Hara & Sons"` })])
  expect(html).not.toMatch(/<img src=x|"O'Hara/)
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
})
