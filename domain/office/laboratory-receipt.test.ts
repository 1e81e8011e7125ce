import { expect, test } from 'vitest'
import { readReceipt } from './laboratory-receipt.ts'
import { tubeCodeOf } from './tube-code.ts'
import { USUAL_TUBES } from './tube-patterns.ts'

const [a, b] = [tubeCodeOf(1), tubeCodeOf(2)]
const grouped = `${a.slice(0, 3)} ${a.slice(3, 7)} ${a.slice(7)}`

test.each([
  ['a line each, in any case and with spaces', `${grouped}\n${b.toLowerCase()}\n\n`, [a, b]],
  ['several on a line', `${a} ${b}`, [a, b]],
  ['a table with other columns', `Tube;Name;Received\n"${a}";"X";26/11/2026\n${b};Y;10:20`, [a, b]],
  ['the same twice', `${a}\r\n${a}`, [a]],
  ['the codes of the laboratory itself', 'LX123456, LX123457', ['LX123456', 'LX123457']],
])('reads %s', (_, list, codes) => {
  expect(readReceipt(list, USUAL_TUBES)).toEqual({ codes, unreadable: [] })
})

test('names the lines in which it finds no code, but no heading', () => {
  const wrong = `${a.slice(0, -1)}${a.endsWith('0') ? 1 : 0}`
  expect(readReceipt(`Tubes received\n${wrong}\n26/11/2026`, USUAL_TUBES)).toEqual({
    codes: [],
    unreadable: [wrong, '26/11/2026'],
  })
})
