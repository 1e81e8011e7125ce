// pgBackRest's own settings, which name the database that is backed up.
import { readFile } from 'node:fs/promises'

export type Stanza = {
  name: string
  config: string
  /** The folder of the database, and where it listens for programs of this machine. */
  folder: string
  port: number
  socket: string
  user: string
  /** Of the encrypted repository; null when its settings name none. */
  passphrase: string | null
}

const PASSPHRASE = 'repo1-cipher-pass'
const CONFIGS = ['/etc/pgbackrest/pgbackrest.conf', '/etc/pgbackrest.conf']

/** From PGBACKREST_CONFIG and PGBACKREST_STANZA, as pgBackRest reads them; the stanza is 'chaps' without. */
export async function readStanza(env: NodeJS.ProcessEnv): Promise<Stanza> {
  const { config, text } = await readConfig(env.PGBACKREST_CONFIG)
  const stanza = parseStanza(text, { config, name: env.PGBACKREST_STANZA || 'chaps' })
  const { PGBACKREST_REPO1_CIPHER_PASS: passphrase = stanza.passphrase } = env
  return { ...stanza, passphrase }
}

export function parseStanza(
  text: string,
  { config, name }: { config: string; name: string },
): Stanza {
  const settings = settingsIn(text, name)
  const folder = settings.get('pg1-path')
  if (!folder) throw new Error(`${config} has no [${name}] with pg1-path (docs/backups.md).`)
  return {
    name,
    config,
    folder,
    port: Number(settings.get('pg1-port') ?? 5432),
    socket: settings.get('pg1-socket-path') ?? '/var/run/postgresql',
    user: settings.get('pg1-user') ?? 'postgres',
    passphrase: settings.get(PASSPHRASE) ?? settingsIn(text, 'global').get(PASSPHRASE) ?? null,
  }
}

function settingsIn(text: string, section: string): Map<string, string> {
  let at = ''
  const found = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    at = /^\s*\[(.+)\]\s*$/.exec(line)?.[1] ?? at
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key && value && at === section) found.set(key, value)
  }
  return found
}

async function readConfig(given: string | undefined): Promise<{ config: string; text: string }> {
  for (const config of given ? [given] : CONFIGS) {
    const text = await readFile(config, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text !== null) return { config, text }
  }
  throw new Error(
    `pgBackRest has no settings: ${given ?? CONFIGS.join(', ')} is missing (docs/backups.md).`,
  )
}
