// `npm run ops -- backup-check` says whether the database could be restored without a loss, and exits
// with 1 when it could not (docs/backups.md).
import { type Finding, judgePassphrase, judgeRepository, judgeServer } from './backups/judge.ts'
import { openPgBackRest } from './backups/pgbackrest.ts'
import { openServer } from './backups/running-server.ts'
import { readStanza } from './backups/stanza.ts'
import { openTool } from './backups/tool.ts'

try {
  const findings = await check()
  for (const { isGood, words } of findings) console.log(`${isGood ? 'good ' : 'FAULT'} ${words}`)
  if (!findings.every(({ isGood }) => isGood)) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function check(): Promise<Finding[]> {
  const tool = await openTool()
  const stanza = await readStanza(process.env)
  const pgbackrest = await openPgBackRest(tool, stanza)
  const facts = await openServer(tool, stanza).facts()
  pgbackrest.refuseOther(facts.version)
  if (facts.isReplica)
    return [{ isGood: true, words: 'This PostgreSQL is a replica: its primary is checked.' }]
  const archived = await pgbackrest.run(['check', '--log-level-console=error'], false).then(
    () => ({ isGood: true, words: 'A segment of the log reached the repository just now.' }),
    (error) => ({ isGood: false, words: error.message }),
  )
  return [
    ...judgeServer(facts),
    archived,
    ...judgeRepository(await pgbackrest.repository(), new Date()),
    judgePassphrase(stanza.passphrase),
    {
      isGood: true,
      words: `pgBackRest ${pgbackrest.version} and PostgreSQL ${facts.version} fit.`,
    },
  ]
}
