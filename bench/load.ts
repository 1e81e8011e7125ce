import { execFile, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CONNECTIONS = 32
const BODY_LENGTH = /^content-length: (\d+)/im
const HEADERS_END = '\r\n\r\n'
/** wrk when it is installed: a client in Node may be slower than the server that it measures. */
export const generator = spawnSync('wrk', ['--version']).error ? 'plain sockets' : 'wrk'

/** Requests per second over `seconds` on 32 connections. Throws on a status other than 2xx. */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  if (generator !== 'wrk') return bySockets(new URL(url), seconds)
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-H', 'accept-encoding: br', url]
  const { stdout } = await run('wrk', options)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

export async function callsPerSecond(
  count: number,
  width: number,
  work: (n: number) => Promise<void>,
): Promise<number> {
  let next = 0
  const started = performance.now()
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return count / ((performance.now() - started) / 1000)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Bodies are counted and not read: a client that parsed them would measure itself. */
async function bySockets(url: URL, seconds: number): Promise<number> {
  const head = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\naccept-encoding: br`
  const request = Buffer.from(head + HEADERS_END)
  const began = performance.now()
  const until = began + 1_000 * seconds
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => answersOf(url, request, until)),
  )
  return (1_000 * counts.reduce((sum, count) => sum + count, 0)) / (performance.now() - began)
}

/** Of requests one after the other on one connection, until the time of `performance.now()`. */
function answersOf(url: URL, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let missing = 0
    let headers: Buffer = Buffer.alloc(0)
    const socket = connect(Number(url.port), url.hostname, () => socket.write(request))
    const fail = (why: string) => reject(new Error(`${url}: ${why}`))
    socket.setNoDelay().on('error', reject)
    socket.on('close', () => fail('the connection was closed'))
    socket.on('data', (part) => {
      if (missing > 0) missing -= part.length
      else {
        headers = headers.length > 0 ? Buffer.concat([headers, part]) : part
        const end = headers.indexOf(HEADERS_END)
        if (end < 0) return
        const text = headers.toString('latin1', 0, end)
        const length = BODY_LENGTH.exec(text)?.[1]
        if (!/^HTTP\/1.1 2/.test(text) || !length) return fail(text)
        missing = end + HEADERS_END.length + Number(length) - headers.length
        headers = Buffer.alloc(0)
      }
      if (missing > 0) return
      count += 1
      if (performance.now() < until) return void socket.write(request)
      resolve(count)
      socket.destroy()
    })
  })
}
