import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Ten seconds and more, beside another; those that start whole sites are kept apart from each other.
const LONGEST = [
  'test/storms/payment-faults',
  'test/races/bookings',
  'test/interleavings/bookings',
  'test/fuzz/odd-requests',
  'test/storms/kills-and-rush',
  'server/platform/jobs',
  'scripts/start',
  'test/auth/standalone',
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
