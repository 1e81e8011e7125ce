import { LRUCache } from 'lru-cache'
import { networksOf } from '../../../auth/limits/ip-prefix.ts'
import type { Deps } from '../../deps.ts'

const MOST = 30
const WINDOW_MS = 15 * 60_000
const MOST_NETWORKS = 20_000

/**
 * Refused webhooks of an address within fifteen minutes, in memory: each process counts its own, and
 * nothing is written for a stranger.
 */
export function createRefusedWebhooks({ settings, now }: Pick<Deps, 'settings' | 'now'>) {
  const counts = new LRUCache<string, { since: number; count: number }>({ max: MOST_NETWORKS })

  return {
    isOver: (address: string): boolean =>
      networksOf(address).some(
        ({ prefix, times }) =>
          (current(prefix)?.count ?? 0) >= MOST * settings.rateLimitScale * times,
      ),
    add(address: string): void {
      for (const { prefix } of networksOf(address)) {
        const { since, count } = current(prefix) ?? { since: now().getTime(), count: 0 }
        counts.set(prefix, { since, count: count + 1 })
      }
    },
  }

  function current(prefix: string) {
    const counted = counts.get(prefix)
    return counted && now().getTime() - counted.since < WINDOW_MS ? counted : undefined
  }
}
