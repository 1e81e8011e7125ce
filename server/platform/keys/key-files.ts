import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file at `path`, created by `make` with mode 0600; all processes read the same. */
export async function readOrCreateFile(
  path: string,
  make: () => string | Promise<string>,
): Promise<string> {
  return (await readIfExists(path)) ?? (await createOnce(path, await make()))
}

async function createOnce(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomUUID()}`
  await writeFile(part, text, { mode: 0o600 })
  try {
    await link(part, path)
    return text
  } catch (error) {
    const decided = await readIfExists(path)
    if (decided === null) throw error
    return decided
  } finally {
    await rm(part)
  }
}

async function readIfExists(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
