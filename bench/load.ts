import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** wrk when it is installed: a load generator in Node slows down the server it measures. */
export const generator = spawnSync('wrk', ['--version']).error ? 'autocannon' : 'wrk'

/** Requests per second over `seconds` on 32 connections. Throws on a status other than 2xx. */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  if (generator === 'autocannon') return byAutocannon(url, seconds)
  const options = ['-t1', '-c32', `-d${seconds}s`, '-H', 'accept-encoding: br', url]
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

async function byAutocannon(url: string, seconds: number): Promise<number> {
  const options = ['--json', '-c32', `-d${seconds}`, '-H', 'accept-encoding=br', url]
  const { stdout } = await run('node_modules/.bin/autocannon', options, { maxBuffer: 10_000_000 })
  const result = JSON.parse(stdout)
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${stdout}`)
  return result.requests.average
}
