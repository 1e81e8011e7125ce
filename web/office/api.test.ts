import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renewSession } from '../auth-client.ts'
import { download, downloadCsv, upload } from './api.ts'
import { lock } from './lock.ts'

vi.mock('../auth-client.ts', () => ({ renewSession: vi.fn() }))
vi.mock('./lock.ts', () => ({ lock: vi.fn(), untilUnlocked: () => new Promise(() => {}) }))

const FORM = 'GET /api/office/days/:id/laboratory-form'
const link = { href: '', download: '', click: vi.fn() }
let isFresh: boolean

beforeEach(() => {
  isFresh = false
  vi.stubEnv('SSR', false)
  vi.stubGlobal('document', { cookie: 'signed_in=1', createElement: () => link })
  vi.stubGlobal('fetch', async () =>
    isFresh
      ? Response.json({ id: 7 })
      : Response.json({ code: 'sign_in_required' }, { status: 401 }),
  )
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:rows')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetAllMocks()
})

describe('a file, when the access cookie has expired', () => {
  const calls = [
    ['that is downloaded', () => downloadCsv('/api/office/events', { fileName: 'events.csv' })],
    ['that is printed', () => download(FORM, 'a.pdf', { params: { id: 1 } })],
    ['that is uploaded', () => upload('POST /api/office/provider-reports', new File([], 'a.csv'))],
  ] as const

  test.each(calls)('%s renews the session without a new sign-in', async (_, call) => {
    vi.mocked(renewSession).mockImplementation(async () => {
      isFresh = true
      return true
    })
    await call()
    expect(lock).not.toHaveBeenCalled()
  })

  test.each(calls)('%s asks for a new sign-in when it cannot be renewed', async (_, call) => {
    vi.mocked(renewSession).mockResolvedValue(false)
    void call()
    await vi.waitFor(() => expect(lock).toHaveBeenCalledWith('ended'))
  })
})
