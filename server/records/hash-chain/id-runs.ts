// Sets of row ids as text: '1-500,502-1000'.

const MAX_IDS = 10_000

export function formatRuns(ids: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const id of ids) {
    const run = runs.at(-1)
    if (run && id === run[1] + 1) run[1] = id
    else runs.push([id, id])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

/** Throws when the text is malformed or has more than `MAX_IDS`. */
export function parseRuns(text: string): number[] {
  if (text === '') return []
  const runs = text.split(',').map((run) => {
    const [, first, last] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(run) ?? []
    if (first === undefined) throw new Error('this is no run of ids')
    return [Number(first), Number(last ?? first)] as const
  })
  const count = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  if (count > MAX_IDS) throw new Error('these are more ids than a batch has')
  return runs.flatMap(([first, last]) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n),
  )
}
