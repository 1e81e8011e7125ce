import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../deps.ts'
import { originForm } from './origin-form.ts'

let site: TestApp
let app: App
beforeAll(async () => {
  site = await openTestApp()
  app = await buildApp(site.deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const statusOf = async (target: string) => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`)
  return Number((await text(socket)).split(' ')[1])
}

test('a request with a whole address finds the same as one with its path', async () => {
  for (const path of ['/', '/book-event-main', '/api/events', '/healthz'])
    expect(await statusOf(`http://a.example${path}`), path).toBe(200)
  expect(await statusOf('http://a.example/nowhere')).toBe(404)
  expect(await statusOf('http://elsewhere.example/book-event-main')).toBe(404)
})

test.each([
  ['/book-event-main', '/book-event-main'],
  ['http://site.example', '/'],
  ['HTTPS://Site.example/event/3?a=b', '/event/3?a=b'],
  ['http://site.example?a=b', '/?a=b'],
  ['http://site.example.evil/x', 'http://site.example.evil/x'],
  ['//site.example/x', '//site.example/x'],
])('the target %s becomes %s', (url, expected) => {
  expect(originForm({ url, headers: { host: 'site.example' } })).toBe(expected)
})
