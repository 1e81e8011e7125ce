export type Line = {
  what: string
  measured: string
  budget: string
  /** 'below aim': within the budget, which keeps what is reached, but not yet what is wanted. */
  held: 'yes' | 'below aim' | 'NO'
  seen: string
}

/** A speed as a ratio to its baseline; higher is better. */
export function ratioLine(line: {
  what: string
  ratio: number
  budget: number
  aim?: number
  seen: string
}): Line {
  const { what, ratio, budget, aim = budget, seen } = line
  return {
    what,
    measured: `${ratio.toFixed(budget < 0.01 ? 4 : 2)} of the peer`,
    budget: `at least ${budget}${aim > budget ? `, aim ${aim}` : ''}`,
    held: ratio >= aim ? 'yes' : ratio >= budget ? 'below aim' : 'NO',
    seen,
  }
}

/** A speed that only means something on the machine of the aim; higher is better. */
export function rateLine(line: { what: string; rate: number; aim: number; seen: string }): Line {
  return {
    what: line.what,
    measured: `${Math.round(line.rate)}/s`,
    budget: `aim ${line.aim}/s`,
    held: line.rate >= line.aim ? 'yes' : 'below aim',
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

/** A first load, in ms and as a share of the screen; lower is better. The budget is that of the largest paint. */
export function slowLoadLine(line: {
  what: string
  paints: { first: number; largest: number; shift: number }
  budget: number
  seen: string
}): Line {
  const { what, paints, budget, seen } = line
  const { first, largest, shift } = paints
  return {
    what,
    measured: `${seconds(first)} first, ${seconds(largest)} largest, shift ${shift.toFixed(3)}`,
    budget: `at most ${seconds(budget)}, shift 0.05`,
    held: largest <= budget && shift <= 0.05 ? 'yes' : 'NO',
    seen,
  }
}

/** A wait in ms; lower is better. */
export function tapLine(line: { what: string; ms: number; budget: number; seen: string }): Line {
  const { what, ms, budget, seen } = line
  return {
    what,
    measured: seconds(ms),
    budget: `at most ${seconds(budget)}`,
    held: ms <= budget ? 'yes' : 'NO',
    seen,
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
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
