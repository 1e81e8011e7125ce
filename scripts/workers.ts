import type { Serializable } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { on, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { REPLACED } from '../server/platform/config/worker-configuration.ts'

export type Workers = {
  /** Configures the processes. Resolves when each listens, rejects when one ends first. */
  serve(configuration: Serializable): Promise<void>
  /**
   * Replaces the processes one after the other: a new one listens before the former stops. Throws
   * when a new one ends before it listens; the former ones that are left then serve on.
   */
  replace(): Promise<void>
  /** Stops gracefully; a process that takes too long is killed. */
  stop(): Promise<void>
}

const YOUNG_MS = 5_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const STOP_LIMIT_MS = 12_000
// Megabytes. With twice as many, a process at rest has 28 MB more (decision 28).
const YOUNG_GENERATION = '--max-semi-space-size=16'

/**
 * Starts `count` processes of the program `exec`, which load at once, share one port, and send
 * a message once they listen. A process that dies is replaced at once, or after half a second
 * when it died young; while none has served a request, after a growing pause.
 */
export function launchWorkers(options: {
  exec: string
  count: number
  environment: Record<string, string>
  /** How long a process that is stopped goes on serving. */
  drainMs: number
  onLog: (line: string) => void
}): Workers {
  const running = new Set<Worker>()
  const stopping = new AbortController()
  let configuration: Serializable | null = null
  cluster.setupPrimary({ exec: options.exec, execArgv: [...process.execArgv, YOUNG_GENERATION] })
  const stopLimit = options.drainMs + STOP_LIMIT_MS
  const places = Array.from({ length: options.count }, () => ({ current: start() }))
  const keepers = places.map((place) => keep(place))
  let replacing: Promise<void> | null = null

  return {
    async serve(given) {
      configuration = given
      for (const worker of running) worker.send(given)
      await Promise.all(places.map(({ current }) => current.listening))
    },
    replace() {
      replacing ??= replaceEach().finally(() => {
        replacing = null
      })
      return replacing
    },
    async stop() {
      stopping.abort()
      for (const worker of running) worker.process.kill('SIGTERM')
      const late = setTimeout(() => {
        for (const worker of running) worker.process.kill('SIGKILL')
      }, stopLimit)
      await Promise.all(keepers)
      await replacing?.catch(() => undefined)
      clearTimeout(late)
    },
  }

  async function replaceEach(): Promise<void> {
    for (const place of places) {
      if (stopping.signal.aborted) return
      const next = start()
      await next.listening
      const { worker, ended } = place.current
      place.current = next
      if (worker.isConnected()) worker.send(REPLACED)
      const late = setTimeout(() => worker.process.kill('SIGKILL'), stopLimit)
      await ended
      clearTimeout(late)
    }
  }

  function start() {
    const worker = cluster.fork(options.environment)
    running.add(worker)
    // A message to a process that was just killed fails; its exit is handled below.
    worker.on('error', (error) =>
      options.onLog(`A server process got no configuration: ${error.message}`),
    )
    if (configuration) worker.send(configuration)
    const ended = once(worker, 'exit').then(([code, signal]) => {
      running.delete(worker)
      return signal ? `by ${signal}` : `with code ${code}`
    })
    const listening = Promise.race([
      firstListening(worker),
      ended.then((how) => {
        throw new Error(`A server process ended ${how} before it served a request.`)
      }),
    ])
    const begun = { worker, ended, listening, at: Date.now(), hasServed: false }
    listening.then(
      () => {
        begun.hasServed = true
      },
      () => undefined,
    )
    return begun
  }

  async function keep(place: { current: ReturnType<typeof start> }): Promise<void> {
    let pause = 0
    for (;;) {
      const { current } = place
      const how = await current.ended
      if (stopping.signal.aborted) return
      if (place.current !== current) continue
      // A process that never served will likely fail again, so wait; one that did may have met a
      // passing fault, so replace it at once.
      pause = current.hasServed
        ? pauseAfterServing(Date.now() - current.at)
        : Math.min(pause * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
      options.onLog(`A server process ended ${how}. Starting another.`)
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      if (place.current === current) place.current = start()
    }
  }
}

async function firstListening(worker: Worker): Promise<void> {
  for await (const [message] of on(worker, 'message')) if (message === 'listening') return
}

function pauseAfterServing(lived: number): number {
  return lived < YOUNG_MS ? FIRST_PAUSE_MS : 0
}
