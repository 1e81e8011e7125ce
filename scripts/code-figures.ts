// `npm run figures`: size and shape of the source (ts, tsx, mts, mjs; blank lines do not count).
// A line is a comment when it has nothing else. Product code excludes tests, harness and scripts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cruise, type IModule } from 'dependency-cruiser'
import { listPrivateParts } from './fences/private-parts.ts'
import { roomOf, ROOMS as SERVER_ROOMS, SHELVES } from './fences/shelves.ts'

const ROOMS = [
  'domain',
  'server',
  'auth',
  'web',
  'content',
  'charity',
  'standins',
  'scripts',
  'test',
  'e2e',
  'bench',
]
const PRODUCT = ['domain', 'server', 'auth', 'web', 'content', 'charity']
/** Holds files that are served as they are, no code. */
const PUBLIC = 'web/public'
const ENTRY = 'server/bookings/book-appointment.ts'

type Source = { path: string; room: string; lines: number; comments: number; isTest: boolean }
type Graph = Map<string, string[]>

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)
const sources = tracked.filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path)).map(measure)
const product = sources.filter(({ room, isTest }) => PRODUCT.includes(room) && !isTest)
const modules = await readImports()

console.log('room         files folders  median  p90   lines  comments  folders of one file')
for (const room of ROOMS) {
  const here = sources.filter((source) => source.room === room)
  if (here.length > 0) console.log(rowOf(room, here))
}
const migrations = tracked.filter((path) => path.includes('/db/migrations/'))
const tests = sources.filter(({ isTest }) => isTest)
const singles = foldersOfOneFile(ROOMS)
const circles = findCircles(modules)
const roomCircles = findCircles(betweenRooms(modules))
console.log(`
lines in all                   ${sum(sources)}
  product                      ${sum(product)}
  tests and harness            ${sum(tests)}
  scripts, stand-ins, settings ${sum(sources) - sum(product) - sum(tests)}
comment share of product       ${percent(product)}
folders of one file            ${singles.length}${singles.map((folder) => `\n  ${folder}`).join('')}
shelves and rooms of server/   ${SHELVES.length} shelves, ${SERVER_ROOMS.length} rooms, ${entriesOf('server')} top-level entries
top-level entries of auth/     ${entriesOf('auth')}
circles of imports             ${circles.length}${circles.map((circle) => `\n  ${circle.join(' > ')}`).join('')}
circles of rooms               ${roomCircles.length}${roomCircles.map((circle) => `\n  ${circle.join(' > ')}`).join('')}
imported by bookAppointment    ${reachedFrom(modules, ENTRY).size} files, ${modules.get(ENTRY)?.length ?? 0} directly
rely on private parts          ${listPrivateParts().join(', ')}
longest files of the product   ${longest(product)}
longest files of the tests     ${longest(tests)}
all files of the repository    ${tracked.length} files, ${linesOf(tracked)} lines
migrations                     ${sizeOf(migrations, /\.sql$/)}
snapshots of migrations        ${sizeOf(migrations, /_snapshot\.json$/)}`)

function measure(path: string): Source {
  const text = readFileSync(path, 'utf8').split('\n')
  const lines = text.filter((line) => line.trim() !== '')
  const comments = lines.filter((line) => /^\s*(\/\/|\{?\/\*|\*)/.test(line))
  return {
    path,
    room: path.split('/')[0] ?? '',
    lines: lines.length,
    comments: comments.length,
    isTest: isTestFile(path),
  }
}

function isTestFile(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path) || /^(test|e2e|bench)\//.test(path)
}

function sizeOf(paths: string[], name: RegExp): string {
  const named = paths.filter((path) => name.test(path))
  return `${named.length} files, ${linesOf(named)} lines`
}

/** Blank ones too; a file with a NUL byte is no text. */
function linesOf(paths: string[]): number {
  const texts = paths.map((path) => readFileSync(path)).filter((bytes) => !bytes.includes(0))
  return texts.reduce((total, bytes) => total + bytes.toString().split('\n').length - 1, 0)
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

function longest(of: Source[]): string {
  const longestFirst = of.toSorted((a, b) => b.lines - a.lines)
  return longestFirst
    .slice(0, 3)
    .map(({ path, lines }) => `${path} ${lines}`)
    .join(', ')
}

function sum(of: Source[]): number {
  return of.reduce((total, { lines }) => total + lines, 0)
}

function percent(of: Source[]): string {
  const comments = of.reduce((total, source) => total + source.comments, 0)
  return `${((100 * comments) / Math.max(1, sum(of))).toFixed(1)} %`
}

function foldersOfOneFile(rooms: string[]): string[] {
  const folders = new Map<string, number>()
  for (const path of tracked.filter((path) => rooms.includes(path.split('/')[0] ?? '')))
    folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
  const hasFolderBelow = (folder: string) =>
    [...folders.keys()].some((other) => other.startsWith(`${folder}/`))
  return [...folders]
    .filter(([folder, n]) => n === 1 && folder !== PUBLIC && !hasFolderBelow(folder))
    .map(([folder]) => folder)
}

function entriesOf(room: string): number {
  const below = tracked.filter((path) => path.startsWith(`${room}/`))
  return new Set(below.map((path) => path.split('/')[1])).size
}

async function readImports(): Promise<Graph> {
  const { output } = await cruise(ROOMS, {
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

/** Rooms of `server/`, folders of `auth/` and `web/`, and who imports whom; tests apart. */
function betweenRooms(graph: Graph): Graph {
  const roomOfFile = (path: string) =>
    path.startsWith('server/') ? roomOf(path) : (/^(auth|web)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null)
  const rooms: Graph = new Map()
  for (const [path, imported] of graph) {
    const room = roomOfFile(path)
    if (room === null || isTestFile(path)) continue
    const others = imported.flatMap((other) => roomOfFile(other) ?? [])
    const before = rooms.get(room) ?? []
    rooms.set(room, [...new Set([...before, ...others.filter((other) => other !== room)])])
  }
  return rooms
}

function reachedFrom(graph: Graph, entry: string): Set<string> {
  const reached = new Set<string>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const next of graph.get(path) ?? [])
      if (!reached.has(next)) open.push(next) && reached.add(next)
  return reached
}

function findCircles(graph: Graph): string[][] {
  const grouped = new Set<string>()
  const groups: string[][] = []
  for (const path of graph.keys()) {
    if (grouped.has(path)) continue
    const reached = reachedFrom(graph, path)
    if (!reached.has(path)) continue
    const group = [...reached].filter((other) => reachedFrom(graph, other).has(path))
    for (const one of group) grouped.add(one)
    groups.push(group)
  }
  return groups
}
