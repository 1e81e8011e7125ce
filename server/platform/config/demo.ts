import type { Problem } from '../../../auth/env/env-reader.ts'
import type { EnvValues } from './env-schema.ts'

const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

type Place = Pick<EnvValues, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL' | 'DEMO'>

/**
 * Whether the sample data, its published accounts and their codes are served: never in production or
 * at an https address, elsewhere on this machine unless DEMO is off.
 */
export function isDemo({ NODE_ENV, PUBLIC_URL, DEMO }: Place): boolean {
  return NODE_ENV !== 'production' && !isEncrypted(PUBLIC_URL) && DEMO !== false
}

/** Why a site without NODE_ENV=production may not be served at its address. */
export function demoProblems({ NODE_ENV, HOST, PUBLIC_URL, DEMO }: Place): Problem[] {
  if (NODE_ENV === 'production')
    return DEMO ? [{ key: 'DEMO', message: 'must be off in production' }] : []
  if (isEncrypted(PUBLIC_URL))
    return [{ key: 'NODE_ENV', message: 'must be production when PUBLIC_URL begins with https:' }]
  const isLocal = isLoopbackHost(HOST) && (!PUBLIC_URL || isLoopbackHost(hostOf(PUBLIC_URL)))
  if (isLocal || DEMO) return []
  const key = isLoopbackHost(HOST) ? 'PUBLIC_URL' : 'HOST'
  return [
    {
      key,
      message:
        'names more than this machine: set NODE_ENV=production for a real site, or DEMO=1 to show the demo, with its published passwords, to everybody who can reach it',
    },
  ]
}

/** For an address of this machine itself; of an IPv6 address with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}

function isEncrypted(url: string | undefined): boolean {
  return url !== undefined && new URL(url).protocol === 'https:'
}

function hostOf(url: string): string {
  return new URL(url).hostname
}
