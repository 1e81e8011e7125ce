import { createServer, type Server } from 'node:net'

/** Below the ports that Linux, macOS and Windows give to outgoing connections. */
const FIRST = 10_000
const LAST = 32_000
const BLOCK = 32
const TRIES = 100

/**
 * Returns the first of 31 consecutive free ports. Until this process ends no other run gets one of
 * them: it listens on the port after them, so a site may stop and start again on its own.
 */
export async function reservePorts(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = FIRST + BLOCK * Math.floor((Math.random() * (LAST - FIRST)) / BLOCK)
    const reservation = await listen(first + BLOCK - 1)
    if (!reservation) continue
    if (await areFree(first, BLOCK - 1)) {
      reservation.unref()
      return first
    }
    reservation.close()
  }
  throw new Error('no free ports were found')
}

async function areFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port++) {
    const probe = await listen(port)
    if (!probe) return false
    await new Promise((closed) => probe.close(closed))
  }
  return true
}

/** Null when the port is in use. */
function listen(port: number): Promise<Server | null> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
