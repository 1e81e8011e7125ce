import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, readEnv } from '../server/platform/config/env.ts'

const FILE = join(import.meta.dirname, '..', '.env')

export function readSiteEnv(): Env {
  if (existsSync(FILE)) process.loadEnvFile(FILE)
  return readEnv(process.env)
}
