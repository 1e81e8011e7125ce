// What lies between two machines: each connection passes through a Unix socket, which network namespaces share.
import { rm } from 'node:fs/promises'
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** etcd, etcd's peers, PostgreSQL, Patroni: as deploy/ha has them. */
export const PORTS = [2379, 2380, 5432, 8008]

export type Machine = { address: string; others: string[]; links: string }
export type Links = Awaited<ReturnType<typeof openLinks>>
type End = { host: string; port: number } | { path: string }
type Pair = { near: Socket; far: Socket | null; to: End }

/**
 * Others reach this machine's ports, and programs of this machine the others', under their addresses. While cut nothing
 * passes, not even that a connection has ended, and a new one is not answered.
 */
export async function openLinks({ address, others, links }: Machine) {
  const pairs = new Set<Pair>()
  let isCut = false
  const servers: Server[] = []
  const path = (to: string, port: number) => join(links, `${to}:${port}`)
  for (const port of PORTS) {
    for (const other of others)
      servers.push(await listen({ host: other, port }, { path: path(other, port) }))
    if (!address) continue
    await rm(path(address, port), { force: true })
    servers.push(await listen({ path: path(address, port) }, { host: address, port }))
  }

  return {
    cut(): void {
      isCut = true
      for (const { near, far } of pairs) {
        for (const [one, other] of [
          [near, far],
          [far, near],
        ]) {
          if (one && other) one.unpipe(other)
          one?.pause()
        }
      }
    },
    heal(): void {
      isCut = false
      for (const pair of pairs) flow(pair)
    },
  }

  function listen(at: ListenOptions, to: End): Promise<Server> {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true })
    server.on('connection', (near) => {
      const pair: Pair = { near, far: null, to }
      pairs.add(pair)
      watch(pair, near)
      if (!isCut) flow(pair)
    })
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, () => resolve(server))
    })
  }

  function flow(pair: Pair): void {
    const { near, to } = pair
    if (near.destroyed || pair.far?.destroyed) {
      end(pair)
      return
    }
    pair.far ??= watch(pair, connect({ ...to, allowHalfOpen: true, noDelay: true }))
    near.pipe(pair.far)
    pair.far.pipe(near)
  }

  function watch(pair: Pair, socket: Socket): Socket {
    // 'close' follows, and is passed on.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!isCut) end(pair)
    })
    return socket
  }

  function end(pair: Pair): void {
    pairs.delete(pair)
    pair.near.destroySoon()
    pair.far?.destroySoon()
  }
}
