import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Approval, approvedCopyOf, CLINICAL_TEXTS, LEGAL_TEXTS } from './approvals.ts'

const files = execFileSync('git', ['ls-files', 'charity', 'content', 'domain', 'server', 'web'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /(?<!\.test)\.(?:tsx?|md)$/.test(file))

const MEDICAL =
  /\bsymptoms?\b|raised PSA|biops|ejaculat|prostatitis|pass urine|prostate cancer|prostatic|(?:call|see) (?:a|your) GP/i
/** A lawyer's, the names of columns, words that the contact form's spam filter knows, sample data. */
const NOT_A_TEXT = [
  'content/README.md',
  'content/approvals.ts',
  'content/approved/',
  'content/policies/',
  'content/team.ts',
  'domain/my-data-text.ts',
  'domain/preparation-schemas.ts',
  'site-text.ts',
  '/demo/',
]

test('a lawyer approves every policy but the statement of accessibility', () => {
  const policies = globSync('content/policies/*.md').filter((file) => !/accessibility/.test(file))
  expect(Object.keys(LEGAL_TEXTS)).toEqual(policies.toSorted())
})

describe('the texts for a clinician', () => {
  test('are all there', () => {
    const missing = Object.keys(CLINICAL_TEXTS).filter((place) => filesOf(place).length === 0)
    expect(missing).toEqual([])
  })

  test('are all listed', () => {
    const unlisted = files
      .filter((file) => !NOT_A_TEXT.some((part) => file.includes(part)))
      .filter((file) => !Object.keys(CLINICAL_TEXTS).some((place) => file.startsWith(place)))
      .filter((file) => MEDICAL.test(readFileSync(file, 'utf8')))
    expect(unlisted).toEqual([])
  })

  test('are as they were when they were approved', () => {
    const changed = Object.entries({ ...CLINICAL_TEXTS, ...LEGAL_TEXTS })
      .filter(([place, approval]) => !stands(place, approval))
      .map(([place]) => `${place} is ${hashOf(place)}`)
    expect(changed).toEqual([])
  })

  test('need another approval when they change', () => {
    const approval = { by: 'Dr A. Sample', on: '2026-11-27', sha256: hashOf('content/poster.ts') }
    expect(stands('content/poster.ts', approval)).toBe(true)
    expect(stands('content/thresholds.ts', approval)).toBe(false)
  })
})

function stands(place: string, approval: Approval | null): boolean {
  if (approval === null || approval.sha256 === hashOf(place)) return true
  const copy = approvedCopyOf(place)
  return existsSync(copy) && approval.sha256 === hashOfText(readFileSync(copy, 'utf8'))
}

function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hashOf(place: string): string {
  const hash = createHash('sha256')
  for (const file of filesOf(place).sort()) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function filesOf(place: string): string[] {
  return files.filter((file) => file === place || (place.endsWith('/') && file.startsWith(place)))
}
