import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likenessOf, spellingKeys } from './spelling-keys.ts'

test.each([
  ['Blenkinsopp', 'Blenkinsop', 'spelling'],
  ['mcalister', 'MacAllister', 'spelling'],
  ['Zolc', 'Żółć', 'spelling'],
  ['O Brien', 'O’Brien', 'spelling'],
  ['Jon', 'John', 'letter'],
  ['Catchpool', 'Catchpole', 'letter'],
  ['cathcpole', 'Catchpole', 'letter'],
  ['Jeffrey', 'Geoffrey', 'sound'],
  ['Steven', 'Stephen', 'sound'],
  ['Featherstonehaw', 'Featherstonehaugh', 'sound'],
  ['Smith', 'Jones', null],
  ['Ian', 'Jan', null],
  ['—', '…', null],
])('%s and %s: %s', (one, other, wanted) => {
  expect(likenessOf(one, other)).toBe(wanted)
  expect(likenessOf(other, one)).toBe(wanted)
})

const letters = fc.string({
  unit: fc.constantFrom(...'abdefgiklnorstu'),
  minLength: 5,
  maxLength: 12,
})

test('a name of five letters meets itself with any one letter wrong, missing or too many', () => {
  const single = letters.filter((name) => !/(.)\1/.test(name))
  fc.assert(
    fc.property(
      single,
      fc.nat(11),
      fc.constantFrom('wrong', 'missing', 'more'),
      (name, at, how) => {
        const place = at % name.length
        const after = how === 'more' ? place : place + 1
        const typed = name.slice(0, place) + (how === 'missing' ? '' : 'z') + name.slice(after)
        expect(likenessOf(typed, name)).not.toBeNull()
      },
    ),
  )
})

test('a name has one key more than letters, and one for its sound', () => {
  expect(spellingKeys('Baker')).toEqual([
    '~baker',
    '~aker',
    '~bker',
    '~baer',
    '~bakr',
    '~bake',
    '^bkr',
  ])
  expect(spellingKeys('Li')).toEqual(['~li'])
  expect(spellingKeys('李')).toEqual(['~李'])
  expect(spellingKeys('')).toEqual([])
})
