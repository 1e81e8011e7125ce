import type { Restored } from './restore-once.ts'
import type { Lost } from './run-restores.ts'

/** RPO: what is lost of that which was acknowledged. RTO: the time to a site that is ready. */
export function restoresInWords(restores: Restored[]): string {
  const seconds = restores.map((one) => one.seconds).toSorted((a, b) => a - b)
  const lost = restores.reduce((sum, one) => sum + one.lost, 0)
  const acknowledged = restores.reduce((sum, one) => sum + one.acknowledged, 0)
  const median = seconds[Math.floor(seconds.length / 2)] ?? 0
  return `${restores.length} restores to chosen seconds of a rush: RPO ${lost} of ${acknowledged} bookings acknowledged before them, RTO ${median.toFixed(1)} s (median), ${(seconds.at(-1) ?? 0).toFixed(1)} s (slowest)`
}

export function lostInWords(lost: Lost): string {
  const { acknowledged, byArchive, withKeeper, outageSeconds } = lost
  return `database destroyed in a rush: RPO ${withKeeper} of ${acknowledged} acknowledged bookings (${byArchive} by the archive alone), RTO ${outageSeconds.toFixed(1)} s from the command`
}
