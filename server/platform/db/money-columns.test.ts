import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

// Rooms that write these sums or pass on single rows of them; every other room asks moneyOf.
const ROOMS_OF_MONEY =
  /^server\/(checkout\/payments|money\/(invoices|refunds|ledger|paypal|reconciliation)|records\/copy|platform\/db|demo)\//
const RAW_SUMS = [
  /\bcaptured_pence\b/,
  /\bpayments\.capturedPence\b/,
  /\brefunds\.amountPence\b/,
  /\bowedRefunds\.amountPence\b/,
  /sum\([^)]*amount_pence/,
]

function readsRawSums(text: string): boolean {
  return RAW_SUMS.some((raw) => raw.test(text))
}

test('no other room adds up payments and refunds by itself', async () => {
  const offenders: string[] = []
  for await (const file of glob('server/**/*.ts')) {
    if (ROOMS_OF_MONEY.test(file) || file.endsWith('.test.ts')) continue
    if (readsRawSums(readFileSync(file, 'utf8'))) offenders.push(file)
  }
  expect(offenders).toEqual([])
})

test('a room that adds them up is found', () => {
  expect(readsRawSums('coalesce(sum(r.amount_pence), 0) from refunds r')).toBe(true)
  expect(readsRawSums('paid: payments.capturedPence')).toBe(true)
})
