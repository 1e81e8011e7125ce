import { isPlainPath } from '../../../auth/limits/plain-path.ts'
import type { App } from '../../deps.ts'
import { Refused } from './refused.ts'

/** Refuses, before any rule or limit, a path that the router would read as another one. */
export function requirePlainPath(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isPlainPath(request.url) ? undefined : new Refused('invalid_request'))
  })
}
