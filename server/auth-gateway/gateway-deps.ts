import type { Deps } from '../deps.ts'

/** The parts of the site that the gateway works with. */
export type GatewayDeps = Pick<Deps, 'auth' | 'fieldKeys' | 'settings' | 'now'>

/** Where the protocol's calls are on the site. */
export const MOUNTED_AT = '/auth/v1'
