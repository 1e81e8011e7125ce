// A new field is written where it is listed, not wherever it passes through (CONTRIBUTING.md, 'A field').
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FILES = globSync('{domain,server,web}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|^server\/(?:demo|messages\/mails\/sample-mails)/.test(file),
)

/** The files that name a field which nothing but its form and its readers use. */
const NAMED: Record<string, string[]> = {
  'hearing_loop|hearingLoop': [
    'domain/venue-facts.ts',
    'server/platform/db/schema/events.ts',
    'web/office/events/venue-fields.tsx',
  ],
}

test.each(Object.entries(NAMED))('%s is named where it is listed', (names, listed) => {
  const isNamed = new RegExp(`\\b(?:${names})\\b`)
  expect(FILES.filter((file) => isNamed.test(readFileSync(file, 'utf8'))).sort()).toEqual(listed)
})
