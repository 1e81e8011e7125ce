import type { Deps } from '../../deps.ts'

export type GatewayDeps = Pick<Deps, 'auth' | 'fieldKeys' | 'settings' | 'now'>

/** Path of the protocol's endpoints on the site. */
export const MOUNTED_AT = '/auth/v1'
