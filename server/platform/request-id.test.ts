import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { currentRequestId, keepRequestId } from './request-id.ts'

test('handlers know the id of their request, also when its body arrives late', async () => {
  let count = 0
  const app = fastify({ genReqId: () => `request-${++count}` })
  const begun = Promise.withResolvers<void>()
  app.addHook('onRequest', async () => begun.resolve())
  app.addHook('onRequest', keepRequestId)
  app.get('/', async () => currentRequestId())
  app.post('/', async () => currentRequestId())
  const address = await app.listen({ port: 0 })

  const answered = Promise.withResolvers<string>()
  const headers = { 'content-type': 'application/json' }
  const sent = request(address, { method: 'POST', headers }, (answer) =>
    answered.resolve(text(answer)),
  )
  sent.write('{"name":')
  await begun.promise
  expect(await (await fetch(address)).text()).toBe('request-2')
  sent.end('"James"}')
  expect(await answered.promise).toBe('request-1')
  await app.close()
})
