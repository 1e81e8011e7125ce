// `npm run ops -- restore --to TIME` restores the database to that time on this machine, with its
// service stopped (docs/backups.md).
import { chown, mkdir, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkFieldKeys } from '../server/platform/db/field-key-canary.ts'
import { openPgBackRest, sizeInWords, versionOf } from './backups/pgbackrest.ts'
import { findPrograms, isEmpty, refuseRunning } from './backups/postgres-folder.ts'
import { clearRecovery, openRecovery } from './backups/recovery.ts'
import { chooseBackup, type Point, readPoint, targetOf } from './backups/restore-point.ts'
import { factsInWords, readFacts } from './backups/restored-facts.ts'
import { readStanza } from './backups/stanza.ts'
import { openTool } from './backups/tool.ts'

const USAGE = `Usage: npm run ops -- restore --to TIME
  --to TIME       a time with its zone (2026-11-25T19:00:00Z), or latest
  --wal FOLDER    the folder of pg_receivewal, for what is not archived yet
  --into FOLDER   a trial: into this empty folder, and nothing of it is archived`
/** docs/operations.md, Database. */
const DATABASE = 'charity'

try {
  const { to, wal, into } = parseArgs({
    options: { to: { type: 'string' }, wal: { type: 'string' }, into: { type: 'string' } },
  }).values
  if (!to) throw new Error(USAGE)
  console.log(await restore({ point: readPoint(to, new Date()), wal, into }))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function restore(given: {
  point: Point
  wal: string | undefined
  into: string | undefined
}): Promise<string> {
  const { point, wal, into } = given
  const begun = Date.now()
  const tool = await openTool()
  const stanza = await readStanza(process.env)
  const pgbackrest = await openPgBackRest(tool, stanza)
  const repository = await pgbackrest.repository()
  const backup = chooseBackup(repository.backup, point)
  const version = versionOf(repository, backup)
  pgbackrest.refuseOther(version)
  const programs = await findPrograms(tool, version)
  const folder = resolve(into ?? stanza.folder)
  await refuseRunning(folder)
  const former = await makeRoom(folder, { isTrial: into !== undefined })
  if (tool.owner) await chown(folder, tool.owner.uid, tool.owner.gid)

  const recovery = await openRecovery(tool)
  try {
    console.log(`Restoring ${backup.label}, ${sizeInWords(backup.info.size)}, into ${folder}.`)
    const restoreCommand = recovery.restoreCommand({
      config: stanza.config,
      stanza: stanza.name,
      wal: wal ? resolve(wal) : null,
    })
    await pgbackrest.run([
      ...[`--set=${backup.label}`, `--pg1-path=${folder}`],
      ...(point === 'latest'
        ? ['--type=default']
        : ['--type=time', `--target=${targetOf(point)}`, '--target-action=promote']),
      // A trial that somebody starts later must not write into the archive of the real one.
      ...(into === undefined ? [] : ['--archive-mode=off']),
      `--recovery-option=restore_command=${restoreCommand}`,
      'restore',
    ])
    console.log('Reading the log up to that time.')
    const archiveCommand = into === undefined ? pgbackrest.archiveCommand : null
    const server = { programs, folder, user: stanza.user, archiveCommand }
    const text = await recovery.run(server, async (open) => {
      await clearRecovery(open('postgres'))
      return describe(open)
    })
    const seconds = ((Date.now() - begun) / 1000).toFixed(1)
    const kept = former ? ` The former files are in ${former}.` : ''
    return `${text}\nRestored in ${seconds} s.${kept} Start PostgreSQL, then the site.`
  } finally {
    await recovery.close(folder)
  }

  async function describe(open: Parameters<Parameters<typeof recovery.run>[1]>[0]) {
    const { rows } = await open('postgres').query('select 1 from pg_database where datname = $1', [
      DATABASE,
    ])
    if (rows.length === 0) return factsInWords(null)
    const pool = open(DATABASE)
    const text = factsInWords(await readFacts(pool))
    if (!process.env.FIELD_KEYS) return text
    await checkFieldKeys(pool, process.env.FIELD_KEYS).catch((cause) => {
      const reason = cause instanceof Error ? cause.message : ''
      throw new Error(`${text}\nThe database is restored, but ${reason}.`, { cause })
    })
    return `${text} FIELD_KEYS has them.`
  }
}

/** An empty folder; the files that are there go to one beside it, whose path is returned. */
async function makeRoom(folder: string, { isTrial }: { isTrial: boolean }): Promise<string | null> {
  let former: string | null = null
  if (!(await isEmpty(folder))) {
    if (isTrial) throw new Error(`${folder} is not empty.`)
    former = `${folder}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`
    await rename(folder, former)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return former
}
