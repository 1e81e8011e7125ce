import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OPS_COMMANDS } from './ops.ts'

describe('npm run ops', () => {
  test('lists the commands', async () => {
    const { code, out } = await ops()
    expect(code).toBe(0)
    for (const name of Object.keys(OPS_COMMANDS)) expect(out).toContain(`  ${name} `)
  })

  test('refuses a command that it lacks, and lists the others', async () => {
    const { code, err } = await ops('backups')
    expect(code).toBe(1)
    expect(err).toContain('There is no command "backups".')
    expect(err).toContain('  backup-check ')
  })

  test('hands the rest of the line to the command', async () => {
    const { code, out } = await ops('keys', 'make')
    expect(code).toBe(0)
    expect(out).toContain('FIELD_KEYS=')
    expect((await ops('keys', 'make', 'twice')).err).toContain('Usage: npm run -s ops -- keys')
  })

  test('has a file for each command', () => {
    const names = Object.keys(OPS_COMMANDS)
    expect(names.filter((name) => !existsSync(join(import.meta.dirname, `${name}.ts`)))).toEqual([])
  })
})

function ops(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/ops.ts', ...words], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
