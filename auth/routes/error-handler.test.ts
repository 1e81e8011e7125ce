import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from './error-handler.ts'

test.each([
  ['ECONNREFUSED', 503, '5'],
  ['25006', 503, '5'],
  ['42601', 500, undefined],
])(
  '%s of the database is answered with %i, on which clients keep or end a session',
  async (code, status, retryAfter) => {
    const app = Fastify()
    app.setErrorHandler(sendError)
    app.get('/', () => {
      throw Object.assign(new Error('the text of the database'), { code })
    })
    const answer = await app.inject('/')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, retryAfter])
    expect(answer.body).not.toContain('the text of the database')
    await app.close()
  },
)
