// `npm run ops -- backup` takes a backup of the running database (docs/backups.md).
import { openPgBackRest, sizeInWords } from './backups/pgbackrest.ts'
import { openServer } from './backups/running-server.ts'
import { readStanza } from './backups/stanza.ts'
import { openTool } from './backups/tool.ts'

const USAGE = `Usage: npm run ops -- backup [TYPE]
  full   everything; the first one always is
  diff   what changed since the last full one
  incr   what changed since the last one, without TYPE this one`
const TYPES = ['full', 'diff', 'incr']

try {
  const [type = 'incr', ...rest] = process.argv.slice(2)
  if (!TYPES.includes(type) || rest.length > 0) throw new Error(USAGE)
  console.log(await backUp(type))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function backUp(type: string): Promise<string> {
  const begun = Date.now()
  const tool = await openTool()
  const stanza = await readStanza(process.env)
  const pgbackrest = await openPgBackRest(tool, stanza)
  const { version, isReplica } = await openServer(tool, stanza).facts()
  pgbackrest.refuseOther(version)
  // The same timer runs on each machine of a cluster.
  if (isReplica) return 'This PostgreSQL is a replica: its primary takes the backup.'
  // The first time it prepares the repository; later it does nothing.
  await pgbackrest.run(['stanza-create'])
  await pgbackrest.run([`--type=${type}`, 'backup'])
  const last = (await pgbackrest.repository()).backup.at(-1)
  if (!last || last.error) throw new Error('pgBackRest found damaged pages: see its log.')
  const { size, repository } = last.info
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  return `Backup ${last.label}: ${sizeInWords(size)}, ${sizeInWords(repository.delta ?? 0)} in the repository, ${seconds} s.`
}
