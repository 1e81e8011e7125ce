import type { Endpoint } from '../../domain/endpoints/endpoint.ts'
import type { Deps } from '../deps.ts'
import { needsProvenOwner } from '../platform/http/proven-owner.ts'
import type { Guard } from '../platform/http/serve.ts'
import { needsSession, optionalSession } from '../platform/http/session.ts'
import { permitted } from './guard.ts'

/** Returns the guard of each line of the table of endpoints. */
export function endpointGuards(deps: Deps): (endpoint: Endpoint) => Guard {
  const sessions = {
    none: {},
    optional: { onRequest: optionalSession(deps) },
    required: { onRequest: needsSession(deps) },
    proven: { onRequest: needsProvenOwner(deps) },
  }
  return (endpoint) =>
    'permission' in endpoint ? permitted(deps, endpoint.permission) : sessions[endpoint.session]
}
