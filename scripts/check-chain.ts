// `npm run ops -- check-chain` compares the write-once rows with the hash chain;
// `npm run ops -- check-chain --renew audit_log
// --reason "restored from the backup of 3 May"` begins a new chain (docs/operations.md).
import { parseArgs } from 'node:util'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { describeError } from '../server/platform/log.ts'
import { CHAINED_TABLES, type ChainedTable } from '../server/records/hash-chain/chained-tables.ts'
import { checkChains, faultInWords } from '../server/records/hash-chain/check-chain.ts'
import { type ChainDeps, renewChain } from '../server/records/hash-chain/seal-rows.ts'
import { withSite } from './with-site.ts'

const USAGE = `Usage: npm run ops -- check-chain, or npm run ops -- check-chain --renew TABLE --reason "why"; tables: ${CHAINED_TABLES.join(', ')}`

try {
  const renewal = readRenewal()
  await withSite(async ({ database, fieldKeys }) => {
    const deps = { database, fieldKeys: openFieldKeys(fieldKeys), now: () => new Date() }
    if (renewal) await renew(deps, renewal)
    else await check(deps)
  })
} catch (error) {
  console.error(error instanceof Error ? describeError(error).message : error)
  process.exitCode = 1
}

function readRenewal(): { table: ChainedTable; reason: string } | null {
  const text = { type: 'string' } as const
  const { renew: wanted, reason } = parseArgs({ options: { renew: text, reason: text } }).values
  if (wanted === undefined && reason === undefined) return null
  const table = CHAINED_TABLES.find((name) => name === wanted)
  if (!table || !reason?.trim()) throw new Error(USAGE)
  return { table, reason: reason.trim() }
}

async function check(deps: ChainDeps): Promise<void> {
  for (const report of await checkChains(deps)) {
    const { table, rows, batches, chain, head, fault } = report
    if (fault) process.exitCode = 1
    console.log(
      fault
        ? faultInWords(report)
        : `${table}: whole, ${rows} rows in ${batches} batches of chain ${chain}, end ${head || 'none'}`,
    )
  }
}

async function renew(
  deps: ChainDeps,
  { table, reason }: { table: ChainedTable; reason: string },
): Promise<void> {
  const batches = await renewChain(deps, { table, reason })
  console.log(`${table}: a new chain of ${batches} batches`)
}
