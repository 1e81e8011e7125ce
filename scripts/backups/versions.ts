// Which pgBackRest knows which PostgreSQL.

/** From each PostgreSQL on, the oldest pgBackRest that knows it. */
const LEAST: [postgres: number, pgbackrest: string][] = [
  [18, '2.60'],
  [17, '2.54'],
  [16, '2.48'],
  [15, '2.41'],
]

/** A sentence for the operator, or null when both work together. */
export function whyNotTogether(pgbackrest: string, postgres: number): string | null {
  const least = LEAST.find(([from]) => postgres >= from)?.[1]
  if (!least) return `PostgreSQL ${postgres} is too old: the site needs 15 or newer.`
  if (isAtLeast(pgbackrest, least)) return null
  return `pgBackRest ${pgbackrest} does not know PostgreSQL ${postgres}: it takes ${least} or newer.`
}

/** 'pgBackRest 2.45' as '2.45'. */
export function readVersion(output: string): string {
  const version = /(\d+\.\d+(\.\d+)?)/.exec(output)?.[1]
  if (!version) throw new Error(`pgBackRest says no version: ${output.trim()}`)
  return version
}

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}
