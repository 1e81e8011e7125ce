// Which sources the built server (vite.server.config.ts) was made from. In plain JavaScript, because
// prepare.mjs and start.mjs are.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MADE_BY = [
  'vite.server.config.ts',
  'scripts/server-build.mjs',
  'node_modules/vite/package.json',
  'node_modules/drizzle-orm/package.json',
]

export const SERVER_BUILD = join(ROOT, 'build', 'program')

/** Records in `folder` the hashes of the built files, whose paths start at `root`. */
export function recordSources(files, { folder = SERVER_BUILD, root = ROOT } = {}) {
  const all = [...files, ...MADE_BY].sort()
  const hashes = Object.fromEntries(all.map((file) => [file, hashOf(join(root, file))]))
  writeFileSync(listIn(folder), JSON.stringify(hashes))
}

/** False without a build, and when a file that was built has changed or is gone. */
export function isServerBuilt({ folder = SERVER_BUILD, root = ROOT } = {}) {
  if (!existsSync(listIn(folder))) return false
  const hashes = JSON.parse(readFileSync(listIn(folder), 'utf8'))
  return Object.entries(hashes).every(([file, hash]) => hashOf(join(root, file)) === hash)
}

function listIn(folder) {
  return join(folder, 'built-from.json')
}

function hashOf(path) {
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('base64url')
}
