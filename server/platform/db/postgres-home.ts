import { randomBytes, randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { readOrCreateFile } from '../keys/key-files.ts'
import { isAlive } from './postgres-lock.ts'
import { canReach, type Owner, runAs } from './postgres-owner.ts'
import { type Programs, SHARED_FOLDER } from './postgres-programs.ts'

export type Home = {
  cluster: string
  superuserPassword: string
  ownerPassword: string
  password: string
}

/**
 * The cluster under `dataDir`, created if missing: UTF-8, passwords in files of mode 0600. Where
 * `owner` cannot reach `dataDir`, it lives under SHARED_FOLDER and a file in `dataDir` names it.
 */
export async function openHome(dataDir: string, owner: Owner, programs: Programs): Promise<Home> {
  const home = await findHome(dataDir, owner)
  const superuserPassword = await readOrCreateFile(join(home, 'superuser-password'), makePassword)
  const ownerPassword = await readOrCreateFile(join(home, 'owner-password'), makePassword)
  const password = await readOrCreateFile(join(home, 'password'), makePassword)
  const cluster = join(home, 'cluster')
  if (!(await exists(join(cluster, 'PG_VERSION'))))
    await createCluster(home, { owner, programs, superuserPassword })
  return { cluster, superuserPassword, ownerPassword, password }
}

async function findHome(dataDir: string, owner: Owner): Promise<string> {
  const here = join(dataDir, 'postgres')
  await mkdir(here, { recursive: true })
  if (owner) await chmod(dataDir, (await stat(dataDir)).mode | 0o011)
  await chmod(here, owner ? 0o711 : 0o700)
  if (await canReach(owner, here)) return realpath(here)

  const elsewhere = await readOrCreateFile(join(here, 'kept-elsewhere'), () =>
    join(SHARED_FOLDER, `postgres-${randomUUID()}`),
  )
  await mkdir(elsewhere, { recursive: true, mode: 0o711 })
  return realpath(elsewhere)
}

// Renamed when complete, so that an interrupted start leaves no partial cluster.
async function createCluster(
  home: string,
  deps: { owner: Owner; programs: Programs; superuserPassword: string },
): Promise<void> {
  await removeLeftovers(home)
  const fresh = join(home, `fresh-${process.pid}`)
  const passwordFile = `${fresh}.password`
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, deps.superuserPassword, { mode: 0o600 })
  if (deps.owner) {
    await chown(fresh, deps.owner.uid, deps.owner.gid)
    await chown(passwordFile, deps.owner.uid, deps.owner.gid)
  }
  await runAs(deps.owner, deps.programs.initdb, [
    ...['-D', fresh, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ])
  await rm(passwordFile)
  await rename(fresh, join(home, 'cluster')).catch(async (error) => {
    await rm(fresh, { recursive: true })
    if (!(await exists(join(home, 'cluster', 'PG_VERSION')))) throw error
  })
}

async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^fresh-(\d+)/.exec(name)?.[1]
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await rm(join(home, name), { recursive: true, force: true })
  }
}

function makePassword(): string {
  return randomBytes(24).toString('base64url')
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
