import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobData } from './job-queues.ts'

type Queue = keyof JobData

const queuesOfWork = new AsyncLocalStorage<Set<Queue>>()

/** The result of `work`, and the queues to which it added jobs. */
export async function collectQueues<T>(
  work: () => Promise<T>,
): Promise<{ result: T; queues: ReadonlySet<Queue> }> {
  const queues = new Set<Queue>()
  const around = queuesOfWork.getStore()
  const result = await queuesOfWork.run(queues, work)
  // Work within other work is committed with it.
  for (const queue of queues) around?.add(queue)
  return { result, queues }
}

export function noteQueue(queue: Queue): void {
  queuesOfWork.getStore()?.add(queue)
}
