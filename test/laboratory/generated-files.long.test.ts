// LAB_FILES sets the number of files; generated-files.test.ts runs a few, and the twin.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { runFiles } from './generated-files.ts'

const COUNT = Number(process.env.LAB_FILES ?? 5_000)

test('spoilt files of a laboratory', async () => {
  const begun = Date.now()
  const { wrong, rows, committed } = await runFiles({ count: COUNT, seed: SEED })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  console.log(
    `${COUNT} files (seed ${SEED}), ${rows} rows, ${committed} committed: ${wrong.length} wrong, ${seconds} s`,
  )
  expect(wrong).toEqual([])
})
