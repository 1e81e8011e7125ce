import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Ten seconds and more, beside another; those that start whole sites are kept apart from each other.
const LONGEST = [
  'scripts/payment-faults',
  'server/bookings/races',
  'server/bookings/interleavings',
  'server/odd-requests',
  'scripts/kills-and-rush',
  'server/jobs',
  'scripts/start',
  'auth/alone',
]

/** Begins with the files that take longest, so that none of them is left over while one core is idle. */
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
