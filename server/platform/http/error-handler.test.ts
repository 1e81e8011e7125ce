import { DrizzleQueryError } from 'drizzle-orm'
import fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sendError, sendErrorPage } from './error-handler.ts'
import { Refused } from './refused.ts'

async function answerTo(thrown: unknown, handler = sendError) {
  const app = fastify()
  app.setErrorHandler(handler)
  app.get('/', async () => {
    throw thrown
  })
  const { statusCode: status, headers, body } = await app.inject('/')
  return { status, headers, body }
}

const withCode = (code: string) => Object.assign(new Error('the inner words'), { code })

describe('a thrown error', () => {
  test('as a refusal has its own words and details', async () => {
    const slots = { '2027-01-16': { availableTimeSlots: ['10:20'] } }
    const { status, body } = await answerTo(new Refused('slot_taken', { slots }))
    expect(status).toBe(409)
    expect(JSON.parse(body)).toEqual({
      error: 'Sorry, that time has just been taken. Please choose another.',
      code: 'slot_taken',
      slots,
    })
  })

  test('by mistake is 500 with an id for the log and no details', async () => {
    const { status, headers, body } = await answerTo(new TypeError('members.nhs is undefined'))
    expect(status).toBe(500)
    expect(JSON.parse(body)).toEqual({
      error: 'An unexpected error occurred. Please try again later.',
      code: 'unexpected',
    })
    expect(headers['x-request-id']).toBeTruthy()
  })

  test('is no error at all, and is a mistake all the same', async () => {
    expect((await answerTo('a string')).status).toBe(500)
  })

  test.each(['ECONNREFUSED', '57P01', '57P03', '53300', '40001'])(
    'by an unavailable database (%s) is answered with 503 and Retry-After',
    async (code) => {
      const { status, headers, body } = await answerTo(
        new DrizzleQueryError('select 1', [], withCode(code)),
      )
      expect([status, headers['retry-after']]).toEqual([503, '5'])
      expect(JSON.parse(body).code).toBe('busy')
    },
  )

  test('by a pool that has no connection left is busy', async () => {
    const { status } = await answerTo(new Error('timeout exceeded when trying to connect'))
    expect(status).toBe(503)
  })

  test('by a broken rule of the schema is a mistake of ours, not busy', async () => {
    expect((await answerTo(withCode('23505'))).status).toBe(500)
  })

  test('under a page is a sentence to read and a way on', async () => {
    const { status, headers, body } = await answerTo(new Error('inner'), sendErrorPage)
    expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(body).toContain('An unexpected error occurred.')
    expect(body).toContain('href="/"')
    expect(body).not.toContain('inner')
  })
})

describe('a request that cannot be understood', () => {
  const open = () => {
    const app = fastify({ bodyLimit: 1000 })
    app.setErrorHandler(sendError)
    app.setValidatorCompiler(validatorCompiler)
    const slot = z.string().check(z.regex(/^secret-pattern$/))
    const body = z.object({ slot, member: z.optional(z.object({ age: z.number() })) })
    app.post('/', { schema: { body } }, async () => 'done')
    return app
  }
  const json = { 'content-type': 'application/json' }

  test('with a body of the wrong shape is refused with its fields and none of the inner words', async () => {
    const payload = '{"slot":"10:00","member":{"age":"old"}}'
    const answer = await open().inject({ method: 'POST', url: '/', headers: json, payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      error: 'Please check what you entered and try again.',
      code: 'invalid_request',
      fields: [
        { field: 'slot', message: 'Please check what you entered here.' },
        { field: 'member.age', message: 'Please check what you entered here.' },
      ],
    })
  })

  test.each([
    ['that is no JSON', 400, json, '{"slot":'],
    ['that is too large', 413, json, `{"slot":"${'x'.repeat(2000)}"}`],
    ['of an unknown kind', 415, { 'content-type': 'text/csv' }, 'slot'],
  ])('with a body %s is refused with %i and none of the inner words', async (...row) => {
    const [, status, headers, payload] = row
    const answer = await open().inject({ method: 'POST', url: '/', headers, payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({
      error: 'Please check what you entered and try again.',
      code: 'invalid_request',
    })
  })
})
