/** '' for none. */
export function hex(bytes: Buffer | null): string {
  return bytes?.toString('hex') ?? ''
}

export function unique<T extends string | number>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

export function uniqueBytes(values: readonly Buffer[]): Buffer[] {
  return [...new Map(values.map((value) => [hex(value), value])).values()]
}
