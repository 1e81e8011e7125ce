import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy to the PostgreSQL of `url` that a test can cut and restore, or freeze: then
 * connections are accepted and stay open, and nothing passes. Returns the `url` through the proxy.
 */
export async function openPostgresLine(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      if (!isFrozen) one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const port = await listen(0)
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`

  return {
    url: through.href,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: async () => void (await listen(port)),
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe()
    },
    /** New connections work again; frozen ones stay frozen. */
    thaw() {
      isFrozen = false
    },
  }
}
