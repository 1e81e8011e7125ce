const HASH = /^[0-9a-f]{32,}$/

/** 'before roles: office' and the like, of an audit row's details; hashes are left out. */
export function detailLines(details: unknown, path: readonly string[] = []): string[] {
  if (details === null || details === undefined || details === '') return []
  if (typeof details !== 'object')
    return HASH.test(String(details)) ? [] : [`${path.join(' ')}: ${details}`]
  if (Array.isArray(details)) {
    const isPlain = details.every((one) => typeof one !== 'object')
    return isPlain && details.length > 0 ? [`${path.join(' ')}: ${details.join(', ')}`] : []
  }
  return Object.entries(details).flatMap(([name, value]) =>
    detailLines(value, [...path, name.replaceAll('_', ' ')]),
  )
}
