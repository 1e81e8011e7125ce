// More files: random-files.long.test.ts.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { readRandomFiles } from './random-files.ts'

test(`no number but a final one is read, and nothing is lost uncounted, seed ${SEED}`, async () => {
  const { wrong, numbers } = await readRandomFiles({ count: 600, seed: SEED })
  expect(wrong).toEqual([])
  expect(numbers).toBeGreaterThan(100)
})

test.each<[string, (text: string) => string, RegExp]>([
  [
    'types',
    (text) => text.replace(/(\|)(CE|CWE|RP|DT)\|/g, '$1ST|').replaceAll('^report.pdf', ''),
    /nobody may record/,
  ],
  [
    'statuses of results',
    (text) => text.replace(/\|[PIRSONU]\|\|\|202701171200/g, '|F|||202701171200'),
    /nobody may record/,
  ],
  [
    'statuses of orders',
    (text) => text.replace(/(OBR\|.*\|)[PIRSOX](?=[\r\n])/g, '$1F'),
    /nobody may record/,
  ],
  ['repetitions', (text) => text.replaceAll('~12.4', ''), /nobody may record/],
  ['notes', (text) => text.replace(/NTE\|1\|L\|[^\r\n]*/g, 'NTE|1|L|'), /lost note/],
  [
    'orders without a result',
    (text) => text.replace(/OBR\|[^\r\n]*(?=[\r\n]+(MSH|$))/g, 'TQ1|'),
    /became rows/,
  ],
  ['foreign segments', (text) => text.replace(/^(ZDS|DG1|ADD|FT1)\|/gm, 'PV1|'), /were counted/],
  [
    'cells without a header',
    (text) => text.replace(/[,;\t]beside\d+/g, ''),
    /lost beside|lost its number|nobody/,
  ],
])('the reader without its rule for %s is found out', async (_, spoil, problem) => {
  const { wrong } = await readRandomFiles({ count: 2_000, seed: 1, spoil })
  expect(wrong.join('; ')).toMatch(problem)
})
