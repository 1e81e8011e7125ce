// Where this machine has its keys: in the settings, or in DATA_DIR/keys.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../../server/platform/config/env.ts'
import type { KeySettings } from './key-file.ts'

type KeysEnv = Pick<Env, 'fieldKeys' | 'dataDir' | 'auth'>
const pathOf = ({ dataDir }: Pick<Env, 'dataDir'>, name: string) => join(dataDir, 'keys', name)

/** Throws when there are no field keys. */
export async function readKeys(env: KeysEnv): Promise<KeySettings> {
  const file = pathOf(env, 'auth-signing-keys.json')
  return {
    FIELD_KEYS: env.fieldKeys ?? (await read(pathOf(env, 'field-keys.json'))),
    AUTH_SIGNING_KEYS: env.auth.url ? null : (env.auth.signingKeys ?? (await read(file))),
  }
}

/** Stores the ring in DATA_DIR, or returns the setting that the operator has to store. */
export async function storeRing(env: KeysEnv, ring: string): Promise<string> {
  if (env.fieldKeys)
    return `Set this on every machine and restart the site:\n\n${settingOf('FIELD_KEYS', ring)}`
  const path = pathOf(env, 'field-keys.json')
  await writeFile(`${path}.new`, ring, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return `${path} is written. Restart the site.`
}

/** Quoted as shells, systemd and .env files read it. */
export function settingOf(name: string, value: string): string {
  return `${name}='${value}'`
}

export function settingsOf({ FIELD_KEYS, AUTH_SIGNING_KEYS }: KeySettings): string {
  const lines = [settingOf('FIELD_KEYS', FIELD_KEYS)]
  if (AUTH_SIGNING_KEYS) lines.push(settingOf('AUTH_SIGNING_KEYS', AUTH_SIGNING_KEYS))
  return lines.join('\n')
}

async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause) => {
    throw new Error(`${path} cannot be read: has the site ever started?`, { cause })
  })
}
