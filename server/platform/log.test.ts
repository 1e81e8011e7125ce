import { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import fastify, { LogController } from 'fastify'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { sendError } from './http/error-handler.ts'
import { describeDeliveryError, describeError, logJob, logOptions, logResponse } from './log.ts'

function databaseError(): pg.DatabaseError {
  const error = new pg.DatabaseError('duplicate key: (email)=(james@example.org)', 1, 'error')
  return Object.assign(error, {
    code: '23505',
    severity: 'ERROR',
    detail: 'Key (email)=(james@example.org) already exists.',
    constraint: 'members_email',
  })
}

describe('an error in the log', () => {
  test('logs a database error by state and constraint, without the values of the row', () => {
    const line = describeError(databaseError())
    expect(line).toMatchObject({ code: '23505', constraint: 'members_email' })
    expect(JSON.stringify(line)).not.toContain('james')
  })

  test('logs the text of a failed query without its values', () => {
    const failed = new DrizzleQueryError(
      'select * from members where email = $1',
      ['james@example.org'],
      databaseError(),
    )
    const line = describeError(failed)
    expect(line.message).toContain('where email = $1')
    expect(JSON.stringify(line)).not.toContain('james')
  })

  test('logs where in the code it was thrown', () => {
    expect(describeError(new TypeError('x is not a function')).stack).toContain('log.test.ts')
  })
})

function openLogged(logLevel: 'info' | 'debug') {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = fastify({
    logController: new LogController({ disableRequestLogging: true }),
    logger: { ...logOptions({ logLevel }), stream },
  })
  app.setErrorHandler(sendError)
  app.addHook('onResponse', logResponse)
  app.get('/api/events/:id', async () => 'an event')
  app.post('/api/appointments/:id', async () => {
    throw databaseError()
  })
  return { app, lines }
}

describe('the log', () => {
  test('names a change by its route, never the visitor, the query, the person or the body', async () => {
    const { app, lines } = openLogged('debug')
    await app.inject({
      method: 'POST',
      url: '/api/appointments/1001?email=james@example.org',
      headers: { authorization: 'Bearer secret-token', cookie: 'at=secret-cookie' },
      payload: { nhs: '9990000018' },
      remoteAddress: '203.0.113.9',
    })
    const log = lines.join('')
    expect(log).toContain('/api/appointments/:id')
    expect(log).toContain('"status":500')
    expect(log).not.toMatch(/james|1001|secret|9990000018|203\.0\.113\.9/)
  })

  test('leaves reads out, unless one is looking for a fault', async () => {
    const quiet = openLogged('info')
    await quiet.app.inject('/api/events/7')
    expect(quiet.lines).toEqual([])
    const busy = openLogged('debug')
    await busy.app.inject('/api/events/7')
    expect(busy.lines.join('')).toContain('"route":"/api/events/:id"')
  })
})

describe('a failed job', () => {
  const failWith = (err: ReturnType<typeof describeError>) => {
    const { app, lines } = openLogged('info')
    logJob(app.log, { queue: 'settle', job: '7', ms: 3, err })
    return JSON.parse(lines.join(''))
  }

  test('is written with its cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), {
      code: 'ECONNREFUSED',
    })
    const { err } = failWith(describeError(new Error('the provider is unavailable', { cause })))
    expect(err).toMatchObject({
      type: 'Error',
      message: 'the provider is unavailable',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:25' },
    })
  })

  test('of a mail is written with code, command and number, without the text of the server', () => {
    const refused = Object.assign(new Error('535 james@example.org: no such user'), {
      code: 'EAUTH',
      command: 'AUTH PLAIN',
      responseCode: 535,
    })
    const { err } = failWith(describeDeliveryError(refused))
    expect(err).toMatchObject({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 })
    expect(err.message).toBe('not delivered')
    expect(JSON.stringify(err)).not.toContain('james')
  })
})
