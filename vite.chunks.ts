/** Pages of one area share their files: a visitor who opens one of them mostly opens others. */
const AREAS: [area: string, pages: RegExp][] = [
  ['account', /\/web\/(account|sign-in|by-link)\//],
  ['visits', /\/web\/(portal\/upcoming-events|booking\/booking-success)/],
  ['checkout', /\/web\/checkout\//],
  ['booking', /\/web\/(booking|waiting-list)\//],
  ['events', /\/web\/(event|events|home)\//],
  ['results', /\/web\/portal\/results\//],
  ['portal', /\/web\/portal\//],
  ['content', /\/web\//],
]
/** How the build names the module of a page. */
const PAGE = '?__react-router-build-client-route'

type ModuleInfo = { importers: string[]; dynamicImporters: string[] }
type Chunking = { getModuleInfo: (id: string) => ModuleInfo | null }

/** What so many areas share is one file for all of them. */
const MANY = 4
const counts = Array.from({ length: MANY }, (_, fewer) => MANY - fewer)

/**
 * One file for what the same areas share: a page loads a few larger files, and little that only pages
 * of other areas need. What more areas share comes first, since a group also takes what its modules
 * import; what no page shares, but parts that load later, comes last.
 */
export const sharedGroups = [
  ...counts.map((count) => ({
    debugName: `shared by pages of ${count} areas`,
    name: (id: string, chunking: Chunking) => nameOf(importersOf(id, chunking).pages, count),
    minShareCount: 2,
  })),
  ...counts.map((count) => ({
    debugName: `shared by parts of ${count} areas`,
    name(id: string, chunking: Chunking) {
      const { pages, parts } = importersOf(id, chunking)
      const name = pages.size === 0 && nameOf(parts, count)
      return name ? `parts-${name}` : null
    },
    minShareCount: 2,
  })),
]

function nameOf(areas: Set<string>, count: number): string | null {
  if (Math.min(areas.size, MANY) !== count) return null
  return count === MANY ? 'common' : [...areas].sort().join('-')
}

/** The areas of the pages that load the module at once, and of the parts that load later. */
function importersOf(id: string, chunking: Chunking): { pages: Set<string>; parts: Set<string> } {
  const pages = new Set<string>()
  const parts = new Set<string>()
  const found = new Set([id])
  for (const one of found) {
    const info = chunking.getModuleInfo(one)
    if (one.includes(PAGE)) pages.add(areaOf(one))
    else if (info && info.dynamicImporters.length > 0) parts.add(areaOf(one))
    for (const importer of info?.importers ?? []) found.add(importer)
  }
  return { pages, parts }
}

function areaOf(id: string): string {
  return AREAS.find(([, pages]) => pages.test(id))?.[0] ?? 'content'
}
