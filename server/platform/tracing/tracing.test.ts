import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { readHeaders } from './settings.ts'
import { startTracing } from './start-tracing.ts'

type Sent = { traceId: string; spanId: string; parentSpanId?: string; name: string }

const spans: Sent[] = []
let sentHeader: string | undefined
const collector = createServer((request, answer) => {
  sentHeader = request.headersDistinct['x-tenant']?.[0]
  // biome-ignore lint/suspicious/noExplicitAny: a collector's input
  json(request).then((sent: any) => {
    for (const { scopeSpans } of sent.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    answer.setHeader('content-type', 'application/json').end('{}')
  })
})
let site: TestApp
let tracing: Awaited<ReturnType<typeof startTracing>>
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  tracing = await startTracing({
    url: `http://127.0.0.1:${port}/v1/traces`,
    headers: readHeaders('x-tenant=men%27s%20health'),
    service: 'chaps',
    share: 1,
  })
  site = await openTestApp()
})
afterAll(async () => {
  await site.close()
  collector.close()
})

test('a booking, its statements and its mail are one trace, without a value of any row', async () => {
  const event = await site.event()
  const member = await site.member({ firstName: 'Zebedee' })
  await site.consent(member, event)
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const booked = await site.ask('POST', '/api/appointments', { as: member, body })
  expect(booked.status).toBe(201)
  // A job's span ends with its work, which is recorded after that.
  const finished = `select 1 from jobs.job where name = 'mail' and state = 'completed'`
  await until(async () => expect((await site.deps.database.pool.query(finished)).rowCount).toBe(1))
  expect(site.mails).toHaveLength(1)
  await tracing.close()

  const request = spans.find(({ name }) => name === 'POST /api/appointments')
  const trace = spans.filter(({ traceId }) => traceId === request?.traceId)
  const inside = trace.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(inside.map(({ name }) => name)).toContainEqual(expect.stringContaining('insert_job_mail'))
  expect(inside.map(({ name }) => name)).toContain('job mail')
  expect(JSON.stringify(spans)).not.toMatch(/Zebedee|example\.org/)
  expect(sentHeader).toBe("men's health")
})
