// More files: generated-files.long.test.ts.
import { expect, test } from 'vitest'
import { matchRow } from '../../domain/office/result-matching.ts'
import { SEED } from '../app/seeded.ts'
import { runFiles } from './generated-files.ts'

test(`no spoilt file of a laboratory gives a result to another member, seed ${SEED}`, async () => {
  const { wrong, committed } = await runFiles({ count: 30, seed: SEED })
  expect(wrong).toEqual([])
  expect(committed).toBeGreaterThan(0)
})

test('one does, where the birth date is not looked at', async () => {
  const match: typeof matchRow = (row, { byTube, byNhsNumber, byBirthDate }) => {
    const unborn = <T extends object>(one: T) => ({ ...one, dateOfBirth: row.date_of_birth })
    return matchRow(row, {
      byTube: byTube && unborn(byTube),
      byNhsNumber: byNhsNumber.map(unborn),
      byBirthDate,
    })
  }
  const { wrong } = await runFiles({ count: 300, seed: 1, match })
  expect(wrong.join('; ')).toMatch(/reached member/)
})
