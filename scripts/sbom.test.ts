import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.optional(z.string()),
      version: z.string(),
      integrity: z.optional(z.string()),
    }),
  ),
})
const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ type: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.optional(z.array(z.object({ alg: z.string(), content: z.string() }))),
      licenses: z.optional(z.array(z.unknown())),
    }),
  ),
})

test('the bill of materials lists every package of the lock with its checksum, and no other', () => {
  const made = spawnSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  expect([made.status, made.stderr.match(/npm error.*/g)]).toEqual([0, null])
  const { metadata, components } = Bom.parse(JSON.parse(made.stdout))
  expect(metadata.component.type).toBe('application')

  const { '': _site, ...locked } = Lock.parse(
    JSON.parse(readFileSync('package-lock.json', 'utf8')),
  ).packages
  const expected = Object.entries(locked).map(([path, { name, version, integrity }]) => {
    const called = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `${called}@${version} ${integrity ?? ''}`
  })
  const listed = components.map(({ name, version, hashes = [] }) => {
    const sha512 = hashes.find(({ alg }) => alg === 'SHA-512')?.content ?? ''
    return `${name}@${version} sha512-${Buffer.from(sha512, 'hex').toString('base64')}`
  })
  expect(listed.length).toBeGreaterThan(200)
  expect([...new Set(listed)].toSorted()).toEqual([...new Set(expected)].toSorted())
})
