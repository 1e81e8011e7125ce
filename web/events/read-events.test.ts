import { RouterContextProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { exampleEvent } from '../../test/app/example-event.ts'
import { apiFetch, isRefusal } from '../api.ts'
import { readEvents } from './read-events.ts'

afterEach(() => vi.restoreAllMocks())

function answering(body: unknown): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(apiFetch, async () => Response.json(body))
  return context
}

it('reads a page of events', async () => {
  const list = { events: [exampleEvent()], total: 1 }
  expect(await readEvents(answering(list), { page: 1 })).toEqual(list)
})

it.each([[{}], [null], [{ events: 'none' }], [{ events: {} }], [{ events: [] }]])(
  'logs an answer like %j as an unexpected format, and refuses it',
  async (body) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const refused = await readEvents(answering(body), { page: 1 }).catch((error) => error)
    expect(isRefusal(refused)).toBe(true)
    expect(refused.init.status).toBe(502)
    expect(log).toHaveBeenCalledExactlyOnceWith('Unexpected response format')
  },
)
