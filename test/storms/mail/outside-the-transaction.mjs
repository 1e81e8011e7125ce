// A build that adds jobs outside the transaction, for the test that proves the transaction
// matters. The product has no such switch.
import { cutFrom } from './cut-from.mjs'

cutFrom(
  '/server/platform/jobs.ts',
  'db: fromDrizzle(tx, sql)',
  'singletonKey: String(fromDrizzle && sql && tx && Math.random())',
)
