import type { Page } from '@playwright/test'
import type { MedicalResult } from '../domain/contract.ts'
import { expect } from './fixtures.ts'
import { DEMO_MEMBER, signInAs } from './member.ts'

export async function openAs(page: Page, path: string) {
  await signInAs(page.context(), DEMO_MEMBER)
  await page.goto(path)
  await expect(page.getByRole('article').first()).toBeVisible()
}

type Result = NonNullable<MedicalResult['result']>

export function result(
  wanted: Partial<Omit<Result, 'test_result'>> & { id: number; date: string; value: string | null },
): MedicalResult {
  const { id, date, value, ...more } = wanted
  const usual = { band: 'Amber', next_step: null, laboratory: null, retest_on: null } as const
  const found = { test_result: value, test_unit: 'ng/ml', comments: 'Sample.', sample_date: date }
  const steps: MedicalResult['steps'] = [
    { step: 'Booked', state: 'unknown', on: null },
    { step: 'Sample taken', state: 'done', on: date },
    { step: 'At the lab', state: value === null ? 'now' : 'done', on: null },
    { step: 'Result ready', state: value === null ? 'ahead' : 'done', on: null },
  ]
  return { appointment: null, result: { ...usual, ...found, ...more, result_id: id }, steps }
}

export function takenAsJim(entry: MedicalResult): MedicalResult {
  const person = { first_name: 'Jim', last_name: 'Smith', date_of_birth: '1961-03-04' }
  return { ...entry, taken_under: { person, nhs_number: null } }
}
