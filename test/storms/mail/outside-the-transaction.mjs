// A build of the jobs that adds each outside its transaction: for the test that shows what that is for.
// The product has no such switch.
import { cutFrom } from './cut-from.mjs'

cutFrom(
  '/server/platform/jobs.ts',
  'db: fromDrizzle(tx, sql)',
  'singletonKey: String(fromDrizzle && sql && tx && Math.random())',
)
