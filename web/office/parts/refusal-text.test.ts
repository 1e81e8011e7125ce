import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { DETAILS, refusalText } from './refusal-text.ts'

/** By the screen that asked: beside a field, as a list of times, in the sentence of a conflict or a question. */
const SHOWN_ELSEWHERE = [
  ...['fields', 'slots', 'by', 'members', 'difference_pence', 'kept_id', 'status', 'details'],
  ...['debug_id', 'event_name', 'appointments'],
]

describe('a refusal says beside its sentence', () => {
  test.each([
    [{ times: ['10:00', '10:20', '11:00'] }, 'Taken at 10:00, 10:20 and 11:00.'],
    [{ times: ['10:00'] }, 'Taken at 10:00.'],
    [{ missing: ['lab', 'postcode'] }, 'Missing: The laboratory. Missing: The postcode.'],
    [{ left_pence: 500 }, '£5.00 is left to refund.'],
    [{ policy_pence: 2000 }, '£20.00 is what you may refund.'],
    [{ price_pence: 2500 }, '£25.00 is owed.'],
    [{ uses: ['booked', 'invoiced'] }, 'A member has booked. Its host has an invoice.'],
    [
      { places: 7, appointments: 9, end_at_least: '20:40' },
      'The new times have 7 places for 9 appointments. End at 20:40 or later.',
    ],
    [
      { code: 'doubts', doubts: [{ kind: 'sunday', sentence: 'It is a Sunday.' }] },
      'It is a Sunday.',
    ],
  ])('%j', (details, said) => {
    const error = new ApiError(409, { error: 'It does not fit.', code: 'x', ...details })
    expect(refusalText(error)).toBe(`It does not fit. ${said}`)
  })

  test('each detail that the server sends has its words, or is shown in another way', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    const sources = files
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(`server/${file}`, 'utf8'))
    const sent = sources.flatMap((source) =>
      [...source.matchAll(/new Refused\(\s*[^,()]+,\s*\{([^}[(]+)/g)].flatMap(([, body = '']) =>
        [...body.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name = '']) => name),
      ),
    )
    expect(sent).toContain('left_pence')
    const known = [...Object.keys(DETAILS), ...SHOWN_ELSEWHERE]
    expect([...new Set(sent)].filter((name) => !known.includes(name))).toEqual([])
  })

  test('nothing of what is no detail', () => {
    const error = new ApiError(409, {
      error: 'It does not fit.',
      code: 'x',
      times: [],
      places: '7',
    })
    expect(refusalText(error)).toBe('It does not fit.')
  })
})
