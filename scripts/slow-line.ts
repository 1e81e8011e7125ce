import type { Page } from '@playwright/test'

/** A request over the network: `round` 1 was sent before any answer had come, 2 after one of round 1, and so on. */
export type Sent = { url: string; round: number }

type Timed = { url: string; start: number; end?: number; isCached?: boolean }

/** `latency` in ms, the others in bytes a second. */
export type Network = { latency: number; downloadThroughput: number; uploadThroughput: number }

// As the presets of Chromium's own tools (front_end/core/sdk/NetworkManager.ts).
export const SLOW_3G: Network = {
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
export const SLOW_4G: Network = {
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
}

/** Makes each answer late by `latency` ms; 200 kB/s, as on a slow phone network. */
export function slowLine(page: Page, latency: number): Promise<void> {
  return slowNetwork(page, { latency, downloadThroughput: 200_000, uploadThroughput: 100_000 })
}

export async function slowNetwork(page: Page, network: Network): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
}

/** Returns a function for the requests that the page has sent over the network since this call. */
export async function watchRequests(page: Page): Promise<() => Sent[]> {
  const session = await page.context().newCDPSession(page)
  const requests = new Map<string, Timed>()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (request.url.startsWith('http'))
      requests.set(requestId, { url: request.url, start: timestamp })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const request = requests.get(requestId)
    if (request) request.end = timestamp
  })
  await session.send('Network.enable')
  return () => inRounds([...requests.values()])
}

function inRounds(requests: Timed[]): Sent[] {
  const done: (Timed & Sent)[] = []
  for (const request of requests.sort((a, b) => a.start - b.start)) {
    const before = done.filter(({ end }) => end !== undefined && end <= request.start)
    done.push({ ...request, round: 1 + Math.max(0, ...before.map(({ round }) => round)) })
  }
  return done
}
