// Ends when the server process does.
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { openDatabase } from '../../platform/db/database.ts'
import { openFieldKeys } from '../../platform/keys/field-keys.ts'
import { describeError } from '../../platform/log.ts'
import { reportChains } from './check-chain.ts'

setPriority(constants.priority.PRIORITY_LOW)
process.once('disconnect', () => process.exit(1))
const [{ databaseUrl, keyRing }] = await once(process, 'message')
const database = openDatabase(databaseUrl, { max: 2 })
const deps = { database, fieldKeys: openFieldKeys(keyRing), now: () => new Date() }
try {
  await reportChains(deps, (error) => process.send?.(describeError(error)))
} catch {
  process.exitCode = 1
} finally {
  await database.close()
  process.removeAllListeners('disconnect')
  process.disconnect()
}
