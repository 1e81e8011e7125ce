import { until } from '../../until.ts'
import { untilReady } from '../test-site.ts'
import type { Cluster } from './cluster.ts'
import type { Answers, Rush } from './rush.ts'
import type { Sites } from './sites.ts'

/** Issue 19: at most so long without an acknowledged booking. */
export const PROCESS_SECONDS = 10
export const MACHINE_SECONDS = 25
const RECOVERY_SECONDS = 180

/** What happens to the cluster; what it returns is done when the sites book again. */
export type Fault = (cluster: Cluster) => Promise<(() => Promise<unknown> | unknown) | undefined>

export const FAULTS = {
  async "the primary's PostgreSQL killed"(cluster) {
    process.kill(cluster.postmaster(await cluster.primary()), 'SIGKILL')
    return undefined
  },
  async "the primary's machine killed"(cluster) {
    const n = await cluster.primary()
    await cluster.machine(n).kill()
    await untilAnother(cluster, n)
    return () => cluster.start(n)
  },
  async "the primary's machine hung"(cluster) {
    const n = await cluster.primary()
    cluster.machine(n).freeze()
    await untilAnother(cluster, n)
    return () => cluster.machine(n).wake()
  },
  async "the primary's machine cut off"(cluster) {
    const n = await cluster.primary()
    cluster.machine(n).cut()
    await untilAnother(cluster, n)
    return () => cluster.machine(n).heal()
  },
  async 'a switch-over'(cluster) {
    await cluster.switchOver()
    return undefined
  },
  async 'HAProxy killed'({ balancer }) {
    await balancer.kill()
    return undefined
  },
  async 'PgBouncer killed'({ pooler }) {
    await pooler.kill()
    return undefined
  },
} satisfies Record<string, Fault>

export type Outcome = { gaps: Record<string, number>; answers: Answers; recovery: number }

/** Ends when the sites book, the cluster is whole and both sites are ready again. */
export async function survive(
  { cluster, sites, rush }: { cluster: Cluster; sites: Sites; rush: Rush },
  fault: Fault,
): Promise<Outcome> {
  await rush.tenSince(Date.now(), RECOVERY_SECONDS)
  rush.takeAnswers()
  const begun = Date.now()
  const repair = await fault(cluster)
  await rush.tenSince(begun, RECOVERY_SECONDS)
  await repair?.()
  await until(() => cluster.refuseUnlessHealthy(), RECOVERY_SECONDS)
  for (const { port } of sites.paths) await untilReady(port, RECOVERY_SECONDS * 1_000)
  await rush.tenSince(Date.now(), RECOVERY_SECONDS)
  const recovery = (Date.now() - begun) / 1_000
  return { gaps: rush.gaps(begun), answers: rush.takeAnswers(), recovery }
}

export function inWords(what: string, outcomes: Outcome[]): string {
  const gaps = Object.keys(outcomes[0]?.gaps ?? {}).map((path) => {
    const sorted = outcomes.map((one) => one.gaps[path] ?? 0).toSorted((a, b) => a - b)
    return `by ${path} ${seconds(sorted[Math.floor(sorted.length / 2)])} s (median), ${seconds(sorted.at(-1))} s (longest)`
  })
  const counts: Answers = {}
  for (const { answers } of outcomes)
    for (const [status, count] of Object.entries(answers))
      counts[status] = (counts[status] ?? 0) + count
  const said = Object.entries(counts).map(
    ([status, count]) => `${count} ${status === '0' ? 'without answer' : status}`,
  )
  const recovery = Math.max(...outcomes.map((one) => one.recovery))
  return `${outcomes.length} times ${what}: no acknowledged booking ${gaps.join(', ')}; whole again after ${seconds(recovery)} s at most; answers: ${said.join(', ')}`
}

function untilAnother(cluster: Cluster, former: number): Promise<void> {
  return until(async () => {
    if ((await cluster.primary()) === former) throw new Error('no other machine takes over')
  }, RECOVERY_SECONDS)
}

function seconds(value = 0): string {
  return value.toFixed(1)
}
