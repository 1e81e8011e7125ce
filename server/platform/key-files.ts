import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The text of the file at `path`, made by `make` the first time and kept for its owner alone (mode
 * 0600). Of several processes that start at once one decides, and all read the same, whole.
 */
export async function keepMade(
  path: string,
  make: () => string | Promise<string>,
): Promise<string> {
  return (await readIfThere(path)) ?? (await makeOnce(path, await make()))
}

async function makeOnce(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomUUID()}`
  await writeFile(part, text, { mode: 0o600 })
  try {
    await link(part, path)
    return text
  } catch (error) {
    const decided = await readIfThere(path)
    if (decided === null) throw error
    return decided
  } finally {
    await rm(part)
  }
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
