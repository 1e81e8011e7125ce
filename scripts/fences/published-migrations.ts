// `npm run lint:migrations`: a migration that is listed in its folder's published.sha256 is never
// edited or deleted, and each file is listed. `npm run migration:publish` lists new ones.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHashes } from '../../auth/db/former-history.ts'

export const FOLDERS = ['server/platform/db/migrations', 'auth/db/migrations']
const LIST = 'published.sha256'

/** One sentence for each edited, deleted or unlisted migration of a folder. */
export function checkPublished(folder: string): string[] {
  const files = hashFiles(folder)
  const published = readList(folder)
  const problems = published
    .filter(({ name, hash }) => files.get(name) !== hash)
    .map(({ name }) =>
      files.has(name)
        ? `${join(folder, name)} was edited after it was published: databases ran it. Write a new one.`
        : `${join(folder, name)} was deleted after it was published: databases ran it. Bring it back.`,
    )
  const unlisted = listNew(files, published).map(
    (name) =>
      `${join(folder, name)} is not in ${LIST}: "npm run migration:publish" lists it, when its text is final.`,
  )
  return [...problems, ...unlisted]
}

/** Adds the lines of new files; returns their names. Lines that exist stay as they are. */
export function publish(folder: string): string[] {
  const files = hashFiles(folder)
  const published = readList(folder)
  const added = listNew(files, published)
  const lines = [...published, ...added.map((name) => ({ name, hash: files.get(name) }))]
  const text = lines.map(({ name, hash }) => `${hash}  ${name}\n`).join('')
  if (added.length > 0) writeFileSync(join(folder, LIST), text)
  return added
}

function hashFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return new Map(
    names.sort().map((name) => {
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return [name, createHash('sha256').update(text).digest('hex')]
    }),
  )
}

function readList(folder: string): { name: string; hash: string }[] {
  const path = join(folder, LIST)
  return existsSync(path) ? parseHashes(readFileSync(path, 'utf8')) : []
}

function listNew(files: Map<string, string>, published: { name: string }[]): string[] {
  const listed = new Set(published.map(({ name }) => name))
  return [...files.keys()].filter((name) => !listed.has(name))
}

if (import.meta.main) {
  if (process.argv.includes('--add'))
    for (const folder of FOLDERS)
      for (const name of publish(folder)) console.log(`${join(folder, name)} is published.`)
  const problems = FOLDERS.flatMap(checkPublished)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
