import { LRUCache } from 'lru-cache'
import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { Deps } from '../deps.ts'

const MOST = 30
const WINDOW_MS = 15 * 60_000
const MOST_ADDRESSES = 10_000

/**
 * Refused webhooks of an address within fifteen minutes, in memory: each process counts its own, and
 * nothing is written for a stranger.
 */
export function createRefusedWebhooks({ settings, now }: Pick<Deps, 'settings' | 'now'>) {
  const counts = new LRUCache<string, { since: number; count: number }>({ max: MOST_ADDRESSES })

  return {
    isOver: (address: string): boolean =>
      (current(address)?.count ?? 0) >= MOST * settings.rateLimitScale,
    add(address: string): void {
      const { since, count } = current(address) ?? { since: now().getTime(), count: 0 }
      counts.set(ipPrefix(address), { since, count: count + 1 })
    },
  }

  function current(address: string) {
    const counted = counts.get(ipPrefix(address))
    return counted && now().getTime() - counted.since < WINDOW_MS ? counted : undefined
  }
}
