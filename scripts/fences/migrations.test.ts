import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const refused = [
  'CREATE INDEX "a" ON "members" USING btree ("x");',
  'DROP INDEX "a";',
  'DROP INDEX CONCURRENTLY "a"; CREATE INDEX CONCURRENTLY "a" ON "members" USING btree ("x");',
  'ALTER TABLE "members" ADD COLUMN "x" uuid DEFAULT gen_random_uuid();',
  'ALTER TABLE "members" ADD COLUMN "x" int GENERATED ALWAYS AS (1) STORED;',
  'ALTER TABLE "members" ADD COLUMN "x" text NOT NULL;',
  'ALTER TABLE "members" ALTER COLUMN "x" SET NOT NULL;',
  'ALTER TABLE "members" ALTER COLUMN "x" SET DATA TYPE bigint;',
  'ALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("x") REFERENCES "b"("id");',
  'ALTER TABLE "a" ADD CONSTRAINT "k" CHECK ("x" > 0);',
  'ALTER TABLE "a" ADD CONSTRAINT "k" UNIQUE("x");',
  'ALTER TABLE "a" ADD PRIMARY KEY ("x");',
  'ALTER TABLE "a" ADD CONSTRAINT "k" CHECK ("x" > 0) NOT VALID; ALTER TABLE "a" VALIDATE CONSTRAINT "k";',
  'ALTER TABLE "a" DROP COLUMN "x";',
  'ALTER TABLE "a" RENAME COLUMN "x" TO "y";',
  'ALTER TABLE "a" RENAME TO "b";',
  'DROP TABLE "a";',
]
const allowed = [
  'CREATE TABLE "a" ("x" bigint);--> statement-breakpoint\nCREATE INDEX "i" ON "a" ("x");',
  'ALTER TABLE "members" ADD COLUMN "x" text;',
  'ALTER TABLE "members" ADD COLUMN "x" timestamptz DEFAULT now() NOT NULL;',
  'ALTER TABLE "members" DROP CONSTRAINT "k";',
  'ALTER TABLE "a" ADD CONSTRAINT "k" CHECK ("x" > 0) NOT VALID;',
  'ALTER TABLE "a" VALIDATE CONSTRAINT "k";',
  'create function f() returns int language sql as $$ select 1 $$;',
  '-- squawk-ignore ban-drop-table\nDROP TABLE "a";',
]

test('a migration that locks a table in use, or takes away what is read, is refused', async () => {
  const found = await lint([...refused, ...allowed])
  const passed = refused.filter((_, n) => !found.has(n))
  expect(passed).toEqual([])
  expect([...found].filter((n) => n >= refused.length)).toEqual([])
})

/** The numbers of the statements that are refused, each a migration of its own. */
async function lint(texts: string[]): Promise<Set<number>> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await Promise.all(texts.map((sql, n) => writeFile(join(folder, `${n}.sql`), `${sql}\n`)))
  const squawk = join(ROOT, 'node_modules', '.bin', 'squawk')
  const config = ['--config', join(ROOT, '.squawk.toml'), '--reporter', 'gcc']
  const report = await promisify(execFile)(squawk, [...config, `${folder}/*.sql`]).then(
    () => '',
    ({ stdout }) => String(stdout),
  )
  await rm(folder, { recursive: true })
  return new Set([...report.matchAll(/(\d+)\.sql:/g)].map(([, n]) => Number(n)))
}
