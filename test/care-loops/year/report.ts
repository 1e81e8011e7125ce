import type { Size } from './plan.ts'
import type { Simulated } from './simulate.ts'
import { closings } from './year-invariants.queries.ts'

/** What happened in the year, to be printed. */
export async function yearInWords(
  { world, found, endedOn, seconds }: Simulated,
  { events, men, seed }: Size,
): Promise<string> {
  const { mails, sms } = world.messages.counted()
  const counted = (all: [string, number][]) =>
    all.map(([what, n]) => `${what} ${Math.round(n)}`).join(', ')
  const loops = await closings(world.site.deps.database.pool)
  return [
    `${events} events, ${men} men (seed ${seed}): ${found.length} found, ended on day ${endedOn}, ${seconds} s`,
    `acts: ${counted([...world.counts].toSorted(([a], [b]) => a.localeCompare(b)))}`,
    `messages: ${mails} mails, ${sms} SMS`,
    `loops: ${counted(Object.entries(loops))}`,
  ].join('\n')
}
