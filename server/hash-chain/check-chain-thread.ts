import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../auth/lower-priority.ts'
import { openDatabase } from '../db/database.ts'
import { openFieldKeys } from '../platform/field-keys.ts'
import { describeError } from '../platform/log.ts'
import { reportChains } from './check-chain.ts'

lowerThreadPriority()
const database = openDatabase(workerData.databaseUrl, { max: 2 })
const deps = {
  database,
  fieldKeys: openFieldKeys(workerData.keyRing),
  now: () => new Date(),
}
// Cloned as it is, an error of the database would lose what marks it as one.
const onError = (error: Error) => parentPort?.postMessage(describeError(error))
try {
  await reportChains(deps, onError)
} catch {
  process.exitCode = 1
} finally {
  await database.close()
}
