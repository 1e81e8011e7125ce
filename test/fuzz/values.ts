// Values for property tests that are unlikely in normal use, and a runner that counts them.
import fc from 'fast-check'
import { afterAll, inject, test } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    fuzzValues: { count: number; seed: number }
  }
}

const FEWEST = 100

export const { count: FUZZ_VALUES, seed: SEED } = inject('fuzzValues')

/**
 * Registers a test for each property of the rules in `room` and prints the count at the end.
 * Each property gets a hundredth of the run's values, at least 100.
 */
export function rulesOf(room: string) {
  let thrown = 0
  let properties = 0
  afterAll(() => printCounts(room, { properties, values: thrown }))

  /** `check` must hold for all values; it fails by throwing. */
  return <Values extends [unknown, ...unknown[]]>(
    name: string,
    arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
    check: (...values: Values) => void,
  ) => {
    properties += 1
    test(name, () => {
      const property = fc.property(fc.tuple<Values>(...arbitraries), (values) => {
        thrown += 1
        check(...values)
      })
      fc.assert(property, { seed: SEED, numRuns: Math.max(FEWEST, Math.ceil(FUZZ_VALUES / 100)) })
    })
  }
}

export function printCounts(what: string, counts: Record<string, number>): void {
  const said = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  console.log(`fuzz values, ${what}: ${said.join(', ')} (SEED=${SEED})`)
}

const STRANGE_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\udc00\ud800', '\r\nSet-Cookie: a=b', '\u2028'],
  ...['\u202egpj.exe', '\u200b', '\ufeff', '👨‍👩‍👧‍👦', 'e\u0301', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'ﷺ', 'İ', 'ß'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then'],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '[object Object]',
    '1e309',
    '-0',
    '0x10',
    '1_000',
    '٣',
    '９',
  ],
  ...["' or 1=1 --", '"; drop table members; --', '<script>alert(1)</script>', '{{7*7}}'],
  ...['../../etc/passwd', '%00', '%', '%zz', '\\', '//evil.example', 'javascript:alert(1)'],
  ...['0000-00-00', '0000-01-01', '0001-01-01', '9999-12-31', '2027-02-29', '2027-13-01'],
  ...['24:00', '23:60', '10:00:60', '1:00', '10:00', '00:00', '-1', '1.5', '9007199254740993'],
]

/** Troublesome text: lone surrogates, invisible characters, length. */
export const fuzzText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...STRANGE_TEXTS), weight: 5 },
  // Valid in JSON, but not storable in PostgreSQL.
  { arbitrary: fc.constantFrom('a\0b', 'Jam\ud800es', '\udc00'), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }), weight: 2 },
  {
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units)),
    weight: 2,
  },
  { arbitrary: longText(3_000), weight: 1 },
)

/** One piece repeated, up to `most` characters: triggers catastrophic backtracking. */
export function longText(most: number): fc.Arbitrary<string> {
  const pieces = [
    'a',
    ' ',
    '9',
    '9 ',
    '-',
    '/',
    '\\',
    '%',
    '.',
    'a.',
    '@',
    'a@',
    ',',
    '\0',
    '👍',
    '\ud800',
  ]
  return fc
    .tuple(
      fc.constantFrom(...pieces),
      fc.integer({ min: 1, max: most }),
      fc.constantFrom('', '!', '\n', '@'),
    )
    .map(([piece, length, end]) => piece.repeat(Math.ceil(length / piece.length)) + end)
}

/** Numbers at and beyond the limits of JavaScript and the database. */
export const fuzzNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1e-9, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 2 ** 53 - 1),
  fc.constantFrom(2 ** 63, 1e21, 1e308, Number.NaN, Number.POSITIVE_INFINITY, 253_402_300_800_000),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
)

/** Any JSON, including prototype keys and deep nesting. */
export const fuzzJson: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [''], [1]), weight: 3 },
  { arbitrary: fuzzText, weight: 3 },
  { arbitrary: fuzzNumber.map((number) => (Number.isFinite(number) ? number : 1e300)), weight: 3 },
  { arbitrary: fc.dictionary(fuzzKey(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), weight: 2 },
  { arbitrary: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 5 }), weight: 1 },
  { arbitrary: fc.integer({ min: 5, max: 1_500 }).map(nest), weight: 1 },
)

export function fuzzKey(): fc.Arbitrary<string> {
  const inherited = fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toJSON',
    'length',
    'then',
    '0',
  )
  return fc.oneof(inherited, fc.string({ maxLength: 8 }))
}

function nest(depth: number): unknown {
  let nested: unknown = 'bottom'
  for (let level = 0; level < depth; level++) nested = level % 2 ? [nested] : { nested }
  return nested
}

/** Days from 1996 to 2150, half of them around clock changes. */
export const calendarDate: fc.Arbitrary<string> = fc
  .tuple(
    fc.integer({ min: 1996, max: 2150 }),
    fc.oneof(
      fc.integer({ min: 0, max: 365 }).map((day) => ({ month: 0, day: day + 1 })),
      fc
        .integer({ min: 24, max: 32 })
        .chain((day) => fc.constantFrom({ month: 2, day }, { month: 9, day })),
    ),
  )
  .map(([year, { month, day }]) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10))

/** 'HH:mm'; half of them fall into the hours in which clocks change. */
export const clockTime: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 0, max: 179 }))
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))
