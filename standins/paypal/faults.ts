import { z } from 'zod'

const OPERATIONS = [
  'token',
  'create',
  'get-order',
  'patch-order',
  'confirm',
  'capture',
  'get-capture',
  'refund',
  'get-refund',
  'verify-webhook',
  'certificate',
] as const
export type Operation = (typeof OPERATIONS)[number]

const EFFECTS = ['drop-before', 'drop-after', 'delay', '500', '429'] as const
export type Effect = (typeof EFFECTS)[number]
export type Fault = { effect: Effect; ms: number }

const ON = z.enum([...OPERATIONS, 'any'])
const FaultSchema = z.object({
  on: ON,
  effect: z.enum(EFFECTS),
  ms: z.number().int().min(0).max(120_000).default(1_000),
  times: z.number().int().min(1).default(1),
})
const RandomSchema = z.object({
  seed: z.number().int(),
  chances: z.partialRecord(z.enum(EFFECTS), z.number().min(0).max(1)),
  on: z.array(ON).default(['any']),
  ms: z.number().int().min(0).max(120_000).default(1_000),
})
/** A list of upcoming faults in order, or seeded probabilities for every call. */
export const FaultsSchema = z.union([z.array(FaultSchema), RandomSchema])
export type Faults = ReturnType<typeof openFaults>

/** Faults for tests: a connection lost before or after the effect, a delay, 500, 429. */
export function openFaults() {
  let listed: z.infer<typeof FaultSchema>[] = []
  let random: { rules: z.infer<typeof RandomSchema>; draw: () => number } | null = null

  return {
    set(faults: z.infer<typeof FaultsSchema>): void {
      if (Array.isArray(faults)) listed.push(...faults.map((fault) => ({ ...fault })))
      else random = { rules: faults, draw: drawsFrom(faults.seed) }
    },
    reset(): void {
      listed = []
      random = null
    },
    next(operation: Operation): Fault | null {
      const fault = listed.find(({ on }) => on === operation || on === 'any')
      if (!fault) return random === null ? null : drawn(random, operation)
      fault.times -= 1
      if (fault.times === 0) listed = listed.filter((other) => other !== fault)
      return { effect: fault.effect, ms: fault.ms }
    },
  }
}

function drawn(
  { rules, draw }: { rules: z.infer<typeof RandomSchema>; draw: () => number },
  operation: Operation,
): Fault | null {
  if (!rules.on.includes(operation) && !rules.on.includes('any')) return null
  let left = draw()
  for (const effect of EFFECTS) {
    left -= rules.chances[effect] ?? 0
    if (left < 0) return { effect, ms: rules.ms }
  }
  return null
}

/** Marsaglia's xorshift (2003): the same seed gives the same numbers from 0 to 1. */
function drawsFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
