import { type Env, readEnv } from './env.ts'

/** The message with which a worker ends because another has taken its place. */
export const REPLACED = 'replaced'

/**
 * What the primary sends to each server process: its environment, which the process reads with
 * its own code because that may be of a newer version, and what the primary made for it.
 */
type WorkerConfiguration = {
  source: Record<string, string | undefined>
  prepared: { databaseUrl: string; fieldKeys: string; signingKeys: string | undefined }
}

export function workerConfiguration(
  env: Env & { databaseUrl: string; fieldKeys: string },
  source: WorkerConfiguration['source'],
): WorkerConfiguration {
  const { databaseUrl, fieldKeys, auth } = env
  const { DATABASE_OWNER_URL: _, ...rest } = source
  return { source: rest, prepared: { databaseUrl, fieldKeys, signingKeys: auth.signingKeys } }
}

export function envOfWorker({ source, prepared }: WorkerConfiguration): Env {
  const env = readEnv(source)
  const { databaseUrl, fieldKeys, signingKeys } = prepared
  return { ...env, databaseUrl, fieldKeys, auth: { ...env.auth, signingKeys } }
}
