import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api.ts'
import { steadyLoader } from './steady-loader.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const argsOf = (url: string, signal?: AbortSignal) =>
  ({ request: new Request(url, { signal: signal ?? null }) }) as Parameters<
    ReturnType<typeof steadyLoader>
  >[0]
const SCREEN = 'http://localhost/office/bulk-actions/1'
const away = new TypeError('Failed to fetch')

/** Answers in turn; an error is thrown. */
function answering(answers: unknown[]) {
  return steadyLoader(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  })
}

test('a screen that is shown stays while the site is away', async () => {
  const load = answering(['22 of 45', away, new ApiError(503, {}), '45 of 45'])
  expect(await load(argsOf(SCREEN))).toBe('22 of 45')
  const again = load(argsOf(SCREEN))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await again).toBe('45 of 45')
})

test('the first load, a refusal and a screen that was left fail at once', async () => {
  await expect(answering([away])(argsOf(SCREEN))).rejects.toBe(away)
  const gone = new ApiError(404, {})
  const load = answering(['shown', gone, away])
  await load(argsOf(SCREEN))
  await expect(load(argsOf(SCREEN))).rejects.toBe(gone)
  await expect(load(argsOf(SCREEN, AbortSignal.abort()))).rejects.toBe(away)
})
