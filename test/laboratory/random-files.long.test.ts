// RANDOM_FILES sets the number of files; random-files.test.ts reads a few, and the twins.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { readRandomFiles } from './random-files.ts'

const COUNT = Number(process.env.RANDOM_FILES ?? 20_000)

test('random files of laboratories', async () => {
  const begun = Date.now()
  const { wrong, rows, numbers } = await readRandomFiles({ count: COUNT, seed: SEED })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  console.log(
    `${COUNT} files (seed ${SEED}), ${rows} rows, ${numbers} numbers: ${wrong.length} wrong, ${seconds} s`,
  )
  expect(wrong).toEqual([])
})
