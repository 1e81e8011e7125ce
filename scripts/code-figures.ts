// `npm run figures`: files, folders, lines and comments of each top level, folders of one file,
// import cycles (types included), and what bookAppointment imports.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cruise, type IModule } from 'dependency-cruiser'

const ROOMS = [
  'domain',
  'server',
  'auth',
  'web',
  'content',
  'standins',
  'scripts',
  'test',
  'e2e',
  'bench',
]
const PRODUCT = ['domain', 'server', 'auth', 'web', 'content']
const ENTRY = 'server/bookings/book-appointment.ts'

type Source = { path: string; room: string; lines: number; comments: number; isTest: boolean }

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const sources = tracked.filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path)).map(measure)
const product = sources.filter(({ room, isTest }) => PRODUCT.includes(room) && !isTest)
const modules = await readImports()

console.log('room         files folders  median  p90   lines  comments  folders of one file')
for (const room of ROOMS) {
  const here = sources.filter((source) => source.room === room)
  if (here.length > 0) console.log(rowOf(room, here))
}
const circles = findCircles(modules)
const longest = product.toSorted((a, b) => b.lines - a.lines).slice(0, 3)
console.log(`
product lines without tests    ${sum(product)}
test lines                     ${sum(sources.filter(({ isTest }) => isTest))}
comment share of product       ${percent(product)}
folders of one file            ${foldersOfOneFile(PRODUCT).length} (${foldersOfOneFile(PRODUCT).join(', ')})
top-level entries of server/   ${entriesOf('server')}
top-level entries of auth/     ${entriesOf('auth')}
circles of imports             ${circles.length}${circles.map((circle) => `\n  ${circle.join(' > ')}`).join('')}
imported by bookAppointment    ${reachedFrom(ENTRY).size} files, ${modules.get(ENTRY)?.length ?? 0} directly
longest files                  ${longest.map(({ path, lines }) => `${path} ${lines}`).join(', ')}`)

function measure(path: string): Source {
  const text = readFileSync(path, 'utf8').split('\n')
  const lines = text.filter((line) => line.trim() !== '')
  const comments = lines.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line))
  const isTest = /\.(test|e2e)\.tsx?$/.test(path) || /^(test|e2e|bench)\//.test(path)
  return {
    path,
    room: path.split('/')[0] ?? '',
    lines: lines.length,
    comments: comments.length,
    isTest,
  }
}

function rowOf(room: string, here: Source[]): string {
  const sizes = here.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0
  const folders = new Set(here.map(({ path }) => dirname(path))).size
  const cells = [here.length, folders, at(0.5), at(0.9), sum(here), percent(here)]
  const widths = [5, 8, 8, 5, 8, 10]
  const figures = cells.map((cell, n) => String(cell).padStart(widths[n] ?? 0)).join('')
  return `${room.padEnd(13)}${figures}  ${foldersOfOneFile([room]).length}`
}

function sum(of: Source[]): number {
  return of.reduce((total, { lines }) => total + lines, 0)
}

function percent(of: Source[]): string {
  const comments = of.reduce((total, source) => total + source.comments, 0)
  return `${((100 * comments) / Math.max(1, sum(of))).toFixed(1)} %`
}

function foldersOfOneFile(rooms: string[]): string[] {
  const inRooms = tracked.filter((path) => rooms.includes(path.split('/')[0] ?? ''))
  const folders = new Map<string, number>()
  for (const path of inRooms) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
  const hasFolderBelow = (folder: string) =>
    [...folders.keys()].some((other) => other.startsWith(`${folder}/`))
  return [...folders]
    .filter(([folder, n]) => n === 1 && !hasFolderBelow(folder))
    .map(([folder]) => folder)
}

function entriesOf(room: string): number {
  const below = tracked.filter((path) => path.startsWith(`${room}/`))
  return new Set(below.map((path) => path.split('/')[1])).size
}

async function readImports(): Promise<Map<string, string[]>> {
  const { output } = await cruise(['domain', 'server', 'auth', 'web'], {
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
  })
  const found: IModule[] = typeof output === 'string' ? [] : output.modules
  return new Map(
    found.map(({ source, dependencies }) => [
      source,
      dependencies.map(({ resolved }) => resolved).filter((path) => tracked.includes(path)),
    ]),
  )
}

function reachedFrom(entry: string): Set<string> {
  const reached = new Set<string>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const next of modules.get(path) ?? [])
      if (!reached.has(next)) open.push(next) && reached.add(next)
  return reached
}

/** Import cycles, each as a group of files. */
function findCircles(graph: Map<string, string[]>): string[][] {
  const grouped = new Set<string>()
  const groups: string[][] = []
  for (const path of graph.keys()) {
    if (grouped.has(path)) continue
    const reached = reachedFrom(path)
    if (!reached.has(path)) continue
    const group = [...reached].filter((other) => reachedFrom(other).has(path))
    for (const one of group) grouped.add(one)
    groups.push(group)
  }
  return groups
}
