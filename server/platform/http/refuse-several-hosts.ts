import { hasSeveralHosts } from '../../../auth/limits/one-host.ts'
import type { App } from '../../deps.ts'
import { Refused } from './refused.ts'

/** Refuses a request that names its host twice, and ends its connection. */
export function refuseSeveralHosts(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasSeveralHosts(request.raw.rawHeaders)) return done()
    reply.raw.setHeader('connection', 'close')
    done(new Refused('invalid_request'))
  })
}
