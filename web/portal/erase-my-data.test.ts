import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { RETAINED_DATA } from '../../domain/erasure.ts'

test('retained data has the periods of the privacy policy', async () => {
  const policy = await readFile('content/policies/privacy-policy.md', 'utf8')
  const [, howLong = ''] = policy.split('## How long we keep it')
  const periods = [...howLong.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, what, until]) => [
    what,
    until,
  ])
  for (const { what, until } of RETAINED_DATA) {
    const row = periods.find(([name]) => name === what)
    expect([what, row?.[1]]).toEqual([what, expect.stringContaining(until)])
  }
})
