import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Each takes ten seconds or more; those that start whole sites are apart from each other.
const LONGEST = [
  'test/storms/payment-faults',
  'test/care-loops/simulated-year',
  'test/races/bookings',
  'test/storms/mail/mail-storm',
  'scripts/refused-start',
  'test/fuzz/requests',
  'test/security/access',
  'test/storms/restores',
  'test/storms/kills-and-rush',
  'server/jobs/jobs',
  'server/records/hash-chain/hash-chain',
  'test/interleavings/bookings',
  'server/platform/db/unreachable-database',
  'scripts/start',
  'test/auth/standalone',
]

/** Runs the slowest files first, so that no core idles while the last one runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.includes(`/${name}.`))
  return place === -1 ? LONGEST.length : place
}
