// Runs before start, dev and test on any Node from 20: installs the packages (with the pinned
// Node), builds the pages (--build) and finds a browser (--browser). Skips what is already done.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const BIN = join(ROOT, 'node_modules', '.bin')
const PINNED_NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node')
const BUILT_FROM = [
  'web',
  'domain',
  'content',
  'vite.config.ts',
  'vite.office.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'scripts/compress-assets.ts',
  'scripts/draw-previews.mjs',
  'scripts/drawings',
  'scripts/palette-png.mjs',
]

await install()
// The browser mostly waits for the network, while the build needs the processor.
await Promise.all([
  process.argv.includes('--build') && build(),
  process.argv.includes('--browser') && provideBrowser(),
])

async function install() {
  const wanted = join(ROOT, 'package-lock.json')
  const installed = join(ROOT, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return
  await step('Installing packages', async () => {
    // The machine's own Node: npm ci removes the pinned one first.
    const npm = process.env.npm_execpath
    const [command, first] = npm ? [findOnPath('node'), [npm]] : [findOnPath('npm'), []]
    // The tools are development packages, which npm skips when NODE_ENV is production.
    const quietly = ['--loglevel=error', '--no-audit', '--no-fund']
    await run(command, [...first, 'ci', '--include=dev', ...quietly], {
      shown: true,
      hint: 'The npm 9 of Debian cannot read this package-lock.json: npm install --global npm@11.',
    })
    if (!existsSync(PINNED_NODE))
      stop(
        'npm did not run the install script of the package "node". Allow install scripts (npm config delete ignore-scripts) and try again.',
      )
  })
}

/** One after the other: React Router empties the folder that both are built into. */
async function build() {
  await buildPages()
  await buildServer()
}

async function buildPages() {
  const stamp = join(ROOT, 'build', 'built-from')
  const sources = hashOf(BUILT_FROM)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  await step('Building the pages', async () => {
    const vite = join('node_modules', 'vite', 'bin', 'vite.js')
    await Promise.all([
      run(PINNED_NODE, [join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build']),
      run(PINNED_NODE, [vite, 'build', '--config', 'vite.office.config.ts']),
    ])
    await Promise.all([
      run(PINNED_NODE, [join('scripts', 'compress-assets.ts')]),
      run(PINNED_NODE, [join('scripts', 'draw-previews.mjs')]),
    ])
    writeFileSync(stamp, sources)
  })
}

async function buildServer() {
  // Loaded after the install, with whose Node it works.
  const { isServerBuilt } = await import('./server-build.mjs')
  if (isServerBuilt()) return
  await step('Building the server', () =>
    run(PINNED_NODE, [
      join('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      '--config',
      'vite.server.config.ts',
    ]),
  )
}

async function provideBrowser() {
  const { findChromium } = await import('./find-chromium.mjs')
  if (findChromium()) return
  await step('Installing Chromium', async () => {
    const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
    if (isRootOnDebian) {
      await run('apt-get', ['update', '-qq'])
      const quietly = ['-y', '-qq', '--no-install-recommends']
      await run('apt-get', ['install', ...quietly, 'chromium-headless-shell'])
      return
    }
    await run(PINNED_NODE, [
      join('node_modules', '@playwright', 'test', 'cli.js'),
      'install',
      'chromium',
    ])
  })
  if (!findChromium()) stop('There is no Chromium. Install one, or set CHROMIUM_PATH.')
}

async function step(name, work) {
  const begun = Date.now()
  console.log(`${name} ...`)
  await work()
  console.log(`${name}: done in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

async function run(command, args, { shown = false, hint = '' } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEBIAN_FRONTEND: 'noninteractive',
      PATH: [BIN, process.env.PATH].join(delimiter),
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const [status] = await once(child, 'close').catch((error) => [error.message])
  if (status === 0) return
  console.error(output.trim())
  stop(`${command} ${args.join(' ')}: ended with ${status}. ${hint}`)
}

function stop(words) {
  console.error(words)
  process.exit(1)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn).filter(isBuilt).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

function filesIn(path) {
  const whole = join(ROOT, path)
  if (!statSync(whole).isDirectory()) return [path]
  return readdirSync(whole).flatMap((name) => filesIn(join(path, name)))
}

function isBuilt(path) {
  return !/\.test\.tsx?$/.test(path)
}

function findOnPath(name) {
  const outside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== ROOT && !folder.startsWith(ROOT + sep))
  const folder = outside.find((folder) => existsSync(join(folder, name)))
  return folder ? join(folder, name) : name
}
