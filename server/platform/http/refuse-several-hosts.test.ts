import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../deps.ts'

let site: TestApp
let app: App
beforeAll(async () => {
  site = await openTestApp()
  app = await buildApp(site.deps, { servePages: async () => undefined })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const headOf = async (path: string, hosts: string[]) => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`)]
  socket.write([...lines, ...(hosts.length > 1 ? [] : ['Connection: close']), '', ''].join('\r\n'))
  const answer = await text(socket)
  return answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase()
}

test.each(['/api/events', '/healthz', '/api/nothing', '/nowhere'])(
  'refuses a request that names two hosts, cached or not, and ends its connection: %s',
  async (path) => {
    for (const hosts of [
      ['a.example', 'b.example'],
      ['a.example', 'a.example'],
    ]) {
      const head = await headOf(path, hosts)
      expect(head).toMatch(/^http\/1\.1 400/)
      expect(head).toContain('connection: close')
    }
    expect(await headOf(path, ['a.example'])).not.toMatch(/^http\/1\.1 400/)
  },
)
