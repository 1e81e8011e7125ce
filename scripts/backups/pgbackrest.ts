// pgBackRest on the stanza of this machine.
import { z } from 'zod/mini'
import type { Stanza } from './stanza.ts'
import type { Tool } from './tool.ts'
import { readVersion, whyNotTogether } from './versions.ts'

const BackupSchema = z.object({
  label: z.string(),
  type: z.string(),
  error: z.nullish(z.boolean()),
  database: z.object({ id: z.int() }),
  /** Seconds since 1970. */
  timestamp: z.object({ start: z.int(), stop: z.int() }),
  info: z.object({ size: z.int(), repository: z.object({ delta: z.nullish(z.int()) }) }),
})
const InfoSchema = z.array(
  z.object({
    name: z.string(),
    status: z.object({ code: z.int(), message: z.string() }),
    cipher: z.optional(z.string()),
    db: z.array(z.object({ id: z.int(), version: z.string() })),
    backup: z.array(BackupSchema),
  }),
)

export type Backup = z.infer<typeof BackupSchema>
export type Repository = z.infer<typeof InfoSchema>[number]

export type PgBackRest = Awaited<ReturnType<typeof openPgBackRest>>

/** Throws with a sentence when pgBackRest is not on this machine. */
export async function openPgBackRest(tool: Tool, stanza: Stanza) {
  const version = readVersion(
    await tool.run('pgbackrest', ['version']).catch((cause) => {
      throw new Error('pgBackRest is not on this machine: apt-get install pgbackrest.', { cause })
    }),
  )
  const at = [`--config=${stanza.config}`, `--stanza=${stanza.name}`]
  const run = (args: string[], isShown = true) =>
    tool.run('pgbackrest', [...at, ...args], { isShown })

  return {
    version,
    run,
    /** What PostgreSQL runs to store its log. */
    archiveCommand: `pgbackrest ${at.join(' ')} archive-push %p`,
    /** Throws with a sentence when this pgBackRest does not know that PostgreSQL. */
    refuseOther(postgres: number): void {
      const problem = whyNotTogether(version, postgres)
      if (problem) throw new Error(`${problem} See docs/backups.md.`)
    },
    async repository(): Promise<Repository> {
      const output = await run(['info', '--output=json', '--log-level-console=off'], false)
      const found = InfoSchema.parse(JSON.parse(output)).find(({ name }) => name === stanza.name)
      if (!found) throw new Error(`The repository has no stanza ${stanza.name} (docs/backups.md).`)
      return found
    },
  }
}

/** The major version of PostgreSQL that the backup is of. */
export function versionOf({ db }: Repository, { database }: Backup): number {
  return Number.parseInt(db.find(({ id }) => id === database.id)?.version ?? '', 10)
}

/** '2.1 GB' and the like. */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${units[step]}`
}
