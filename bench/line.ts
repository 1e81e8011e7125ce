export type Line = {
  what: string
  measured: string
  budget: string
  held: 'yes' | 'NO'
  seen: string
}

/** A speed as a ratio to its baseline; higher is better. */
export function ratioLine(line: {
  what: string
  ratio: number
  budget: number
  seen: string
}): Line {
  return {
    what: line.what,
    measured: `${line.ratio.toFixed(line.budget < 0.01 ? 4 : 2)} of the peer`,
    budget: `at least ${line.budget}`,
    held: line.ratio >= line.budget ? 'yes' : 'NO',
    seen: line.seen,
  }
}

/** A size in bytes; lower is better. */
export function weightLine(line: { what: string; bytes: number; budget: number }): Line {
  return {
    what: line.what,
    measured: `${(line.bytes / 1000).toFixed(1)} kB`,
    budget: `at most ${line.budget / 1000} kB`,
    held: line.bytes <= line.budget ? 'yes' : 'NO',
    seen: 'first-load JavaScript, brotli',
  }
}

/** A size in bytes, its budget in MB; lower is better. */
export function memoryLine(line: {
  what: string
  bytes: number
  budget: number
  seen: string
}): Line {
  return {
    what: line.what,
    measured: `${Math.round(line.bytes / 1e6)} MB`,
    budget: `at most ${line.budget} MB`,
    held: line.bytes <= line.budget * 1e6 ? 'yes' : 'NO',
    seen: line.seen,
  }
}

/** A time as a multiple of the one on an empty or small database; lower is better. */
export function growthLine(line: {
  what: string
  times: number
  budget: number
  seen: string
}): Line {
  return {
    what: line.what,
    measured: `${line.times.toFixed(2)} times the small one`,
    budget: `at most ${line.budget}`,
    held: line.times <= line.budget ? 'yes' : 'NO',
    seen: line.seen,
  }
}
