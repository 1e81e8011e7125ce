// The running PostgreSQL of the stanza.
import { z } from 'zod/mini'
import type { Stanza } from './stanza.ts'
import type { Tool } from './tool.ts'

const FactsSchema = z.object({
  version: z.int(),
  isReplica: z.boolean(),
  archiveMode: z.string(),
  synchronousCommit: z.string(),
  synchronousNames: z.string(),
  /** Replicas and programs that a COMMIT waits for one of. */
  waitedFor: z.array(z.string()),
})
export type ServerFacts = z.infer<typeof FactsSchema>

const QUESTION = `select json_build_object(
  'version', current_setting('server_version_num')::int / 10000,
  'isReplica', pg_is_in_recovery(),
  'archiveMode', current_setting('archive_mode'),
  'synchronousCommit', current_setting('synchronous_commit'),
  'synchronousNames', current_setting('synchronous_standby_names'),
  'waitedFor', coalesce((select json_agg(application_name order by application_name)
    from pg_stat_replication where sync_state in ('sync', 'quorum')), '[]'))`

export function openServer(tool: Tool, { socket, port, user }: Stanza) {
  const at = ['-h', socket, '-p', String(port), '-U', user, '-d', 'postgres']
  return {
    /** Throws with a sentence when it does not answer. */
    async facts(): Promise<ServerFacts> {
      const output = await tool.run('psql', ['-XAtw', ...at, '-c', QUESTION]).catch((cause) => {
        const text = cause instanceof Error ? cause.message : ''
        throw new Error(`PostgreSQL at ${socket}:${port} does not answer: ${text}`, { cause })
      })
      return FactsSchema.parse(JSON.parse(output))
    },
  }
}
