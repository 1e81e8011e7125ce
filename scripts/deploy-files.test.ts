// deploy/, Dockerfile and their pages, checked without an engine.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { EnvSchema } from '../server/platform/config/env-schema.ts'

const ROOT = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const dockerfile = textOf('Dockerfile')
const compose = parse(textOf('deploy/compose.yaml'))
const unit = textOf('deploy/chaps.service')
const STOP_SECONDS = 12

test('the image has the Node that is pinned, and what it copies exists', () => {
  const { dependencies } = JSON.parse(textOf('package.json'))
  const major = dependencies.node.split('.')[0]
  for (const [, image] of dockerfile.matchAll(/^FROM (\S+)/gm))
    expect(image).toBe(`node:${major}-bookworm-slim`)
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths]) =>
    (paths ?? '').split(' '),
  )
  expect(copied).toContain('package-lock.json')
  for (const path of copied) expect(existsSync(join(ROOT, path)), path).toBe(true)
})

test('the image leaves out nothing that the site needs, and no secret gets in', () => {
  const ignored = textOf('.dockerignore').trim().split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'data', 'node_modules']))
  const needed = [
    'auth',
    'charity',
    'content',
    'domain',
    'scripts',
    'server',
    'standins',
    'web',
    '.npmrc',
  ]
  for (const path of needed) expect(ignored, path).not.toContain(path)
})

test('each file sets only settings that exist', () => {
  const known = new Set(Object.keys(EnvSchema.shape))
  const inUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, all]) =>
    [...(all ?? '').matchAll(/(\w+)=/g)].map(([, key]) => key ?? ''),
  )
  const inImage = /^ENV (.*)$/m.exec(dockerfile)?.[1]?.match(/\b[A-Z_]+(?==)/g) ?? []
  const set = [...inUnit, ...inImage, ...Object.keys(compose.services.site.environment)]
  expect(set.length).toBeGreaterThan(8)
  expect(set.filter((key) => !known.has(key))).toEqual([])
})

test('every way of running it is a site that others reach, not the demo', () => {
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env NODE_ENV=production /m)
  expect(compose.services.site.environment.NODE_ENV).toBe('production')
  expect(dockerfile).toMatch(/^ENV NODE_ENV=production /m)
  expect(textOf('.env.example')).toMatch(/^NODE_ENV=production$/m)
})

test('a stop is given the time to drain and to end requests under way', () => {
  const { environment, stop_grace_period } = compose.services.site
  const least = Number(environment.DRAIN_SECONDS) + STOP_SECONDS
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(least)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(least)
})

test('the database is reached from the site alone, and nothing but the proxy has ports', () => {
  const { site, database, proxy } = compose.services
  expect(compose.networks.back.internal).toBe(true)
  expect(database.networks).toEqual(['back'])
  expect(proxy.networks).toEqual(['front'])
  expect([site.ports, database.ports]).toEqual([undefined, undefined])
})

test('nginx lets every upload through that the site accepts', () => {
  const large = [...textOf('deploy/nginx.conf').matchAll(/location ~ (\S+) \{/g)].map(
    ([, pattern]) => new RegExp(pattern ?? '$^'),
  )
  const paths = globSync(join(ROOT, 'server/**/*routes.ts')).flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /'(?:[A-Z]+ )?(\/api\/office\/[^']+)',\s+\{[^']{0,150}('form'|'upload'|'days.write')?[^']{0,60}bodyLimit:/g,
      ),
    ].map(([, path]) => path ?? ''),
  )
  expect(paths.length).toBeGreaterThanOrEqual(4)
  const held = paths.filter((path) => !large.some((one) => one.test(path.replace(/:\w+/, '7'))))
  expect(held).toEqual([])
})

test('nginx keeps what the site allows, for requests without a cookie, a credential or a search', () => {
  const nginx = textOf('deploy/nginx.conf').replaceAll(/#.*$/gm, '')
  const [, decides, map] =
    /map "([^"]+)" \$chaps_pages \{([^}]+)\}/.exec(nginx)?.map((part) => part.trim()) ?? []
  expect(decides).toBe('$http_cookie$http_authorization$args')
  expect(map?.split(/\s*\n\s*/)).toEqual(['"" chaps_pages;', 'default off;'])
  expect(nginx.match(/proxy_cache \S+;/g)).toEqual(['proxy_cache $chaps_pages;'])
  // Either would keep an answer that the site has not allowed.
  expect(nginx).not.toMatch(/proxy_ignore_headers|proxy_cache_valid/)
  expect(nginx).toMatch(/proxy_cache_use_stale updating;/)
  expect(Number(/inactive=(\d+)s/.exec(nginx)?.[1])).toBeLessThanOrEqual(2)
})

test('the scripts have no fault of syntax', () => {
  for (const script of globSync(join(ROOT, 'deploy/**/*.sh'))) execFileSync('bash', ['-n', script])
})

test('the backup files name one stanza, and scripts that exist', () => {
  const files = globSync(join(ROOT, 'deploy/backup/*')).map((path) => readFileSync(path, 'utf8'))
  const all = files.join('\n')
  expect(textOf('deploy/backup/pgbackrest.conf')).toContain('[chaps]')
  expect([...all.matchAll(/--stanza=(\w+)/g)].map(([, name]) => name)).toEqual(['chaps'])
  const scripts = [...all.matchAll(/scripts\/[\w-]+\.ts/g)].map(([path]) => path)
  expect(scripts).toHaveLength(2)
  for (const path of scripts) expect(existsSync(join(ROOT, path)), path).toBe(true)
})
