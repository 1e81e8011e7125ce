import { readFile } from 'node:fs/promises'
import { lastMigration } from '../db/migrate.ts'

export type Build = { version: string; migration: string; node: string }

export async function readBuild(): Promise<Build> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text)
  return { version, migration: await lastMigration(), node: process.version }
}
