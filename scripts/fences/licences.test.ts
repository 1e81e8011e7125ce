import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What we may run, change nothing of and pass on with the program. A weaker copyleft (MPL) only for files that
// stay as they are; docs/licences.md names those that people see.
const ACCEPTED = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-4.0 CC0-1.0 ISC MIT MIT-0 MPL-2.0 OFL-1.1 Unlicense'.split(
    ' ',
  ),
)
/** Packages that state their licence in a file only, as read there. */
const READ: Record<string, string> = { 'node_modules/png-js': 'MIT' }

type Lock = { packages: Record<string, { license?: string; link?: boolean }> }

test('every package has a licence that we accept', () => {
  expect(refusedIn(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([])
})

test('a package without one, or with another, is found', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/one': { license: 'GPL-3.0-only' },
      'node_modules/two': {},
      'node_modules/three': { license: '(GPL-2.0 OR MIT)' },
      'node_modules/four': { license: 'Apache-2.0 AND GPL-3.0-only' },
    },
  }
  expect(refusedIn(lock)).toEqual([
    'node_modules/one: GPL-3.0-only',
    'node_modules/two: none',
    'node_modules/four: Apache-2.0 AND GPL-3.0-only',
  ])
})

function refusedIn({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { license, link }]) => {
    const stated = license ?? READ[path]
    if (path === '' || link || (stated && isAccepted(stated))) return []
    return [`${path}: ${stated ?? 'none'}`]
  })
}

/** An expression of SPDX: one of its alternatives must be accepted whole. */
function isAccepted(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((all) => all.split(' AND ').every((one) => ACCEPTED.has(one)))
}
