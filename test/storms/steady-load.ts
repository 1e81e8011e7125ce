// Visitors who read and write without a pause over kept connections, and a count of what failed.
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'

export type LoadCount = { sent: number; failed: string[] }
export type SteadyLoad = {
  count: LoadCount
  /** Resolves when each request under way has been answered. */
  stop(): Promise<LoadCount>
}

const READS = ['/api/events', '/', '/events', '/healthz']
const WRITE = '/api/logs/error'
/** One request of so many writes. */
const WRITE_EVERY = 20
const TIMEOUT_MS = 30_000

/**
 * Whether the kernel hands connections that nobody has accepted yet to the other processes when
 * one stops listening (deploy/sysctl.d); otherwise it resets them.
 */
export function handsConnectionsOver(): boolean {
  try {
    return readFileSync('/proc/sys/net/ipv4/tcp_migrate_req', 'utf8').trim() === '1'
  } catch {
    return false
  }
}

/**
 * Sends requests to the port from `clients` connections until it is stopped. Where the kernel
 * does not hand connections over, a request whose connection was reset before any answer is
 * sent once more, as proxies do.
 */
export function startLoad({ port, clients }: { port: number; clients: number }): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const retries = handsConnectionsOver() ? 0 : 1
  const count: LoadCount = { sent: 0, failed: [] }
  let isOn = true
  const visitors = Array.from({ length: clients }, async () => {
    while (isOn) await sendOne()
  })

  return {
    count,
    async stop() {
      isOn = false
      await Promise.all(visitors)
      agent.destroy()
      return count
    },
  }

  async function sendOne(): Promise<void> {
    count.sent += 1
    const path = count.sent % WRITE_EVERY === 0 ? WRITE : READS[count.sent % READS.length]
    for (let left = retries; ; left--) {
      const outcome = await outcomeOf(path ?? '/').catch(({ code, message }) => code ?? message)
      if (outcome === 'ECONNRESET' && left > 0) continue
      if (typeof outcome === 'string' || outcome >= 400) count.failed.push(`${path}: ${outcome}`)
      return
    }
  }

  function outcomeOf(path: string): Promise<number | string> {
    const isWrite = path === WRITE
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          path,
          method: isWrite ? 'POST' : 'GET',
          timeout: TIMEOUT_MS,
          headers: isWrite
            ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
            : {},
        },
        (answer: IncomingMessage) => {
          answer.resume()
          answer.on('end', () => resolve(answer.statusCode ?? 0))
          answer.on('error', reject)
        },
      )
      asked.on('timeout', () => asked.destroy(new Error('no answer in 30 s')))
      asked.on('error', reject)
      asked.end(isWrite ? JSON.stringify({ errorMessage: 'rolling restart' }) : undefined)
    })
  }
}
