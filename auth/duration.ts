const UNITS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g

/** Seconds of '24h', '1h30m', '1.5h' or '0'; null for anything else and for negative durations. */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0
  const parts = [...text.matchAll(PART)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null
  const milliseconds = parts.reduce(
    (sum, [, n, unit = '']) => sum + Number(n) * (UNITS[unit] ?? 0),
    0,
  )
  return milliseconds / 1_000
}
