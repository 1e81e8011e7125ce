import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { recordSources, SERVER_BUILD } from './scripts/server-build.mjs'

/** The programs of `npm start`: each process and each thread runs one of them. */
const PROGRAMS = [
  'scripts/start.ts',
  'scripts/prepare-database.ts',
  'server/main.ts',
  'server/records/hash-chain/check-chain-process.ts',
  'server/results/lab-results/read/read-thread.ts',
  'auth/passwords/hash-thread.ts',
]
const ROOT = import.meta.dirname
const OWN_PLACE = /(?:new URL\('\.\/([\w-]+)\.ts', )?import\.meta\.(url|dirname|filename)\b/g

/** One file instead of a thousand for each process to load (docs/decisions/0078). */
export default defineConfig({
  plugins: [placesOfSources(), listOfSources()],
  publicDir: false,
  // Node reads drizzle-orm's package.json, 180 kB, again for each of its modules and each import of it.
  ssr: { noExternal: ['drizzle-orm'] },
  build: {
    ssr: true,
    outDir: SERVER_BUILD,
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: PROGRAMS.map((file) => join(ROOT, file)),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
      },
    },
  },
})

/** Data stays beside its source and is read there; another program is built beside this one. */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!isOwn(id)) return null
      const source = relative(SERVER_BUILD, id)
      const places = {
        url: `new URL('${source}', import.meta.url).href`,
        dirname: `(import.meta.dirname + '/${dirname(source)}')`,
        filename: `(import.meta.dirname + '/${source}')`,
      }
      const placed = code.replace(
        OWN_PLACE,
        (_, program: string | undefined, name: keyof typeof places) => {
          if (program === undefined) return places[name]
          if (!PROGRAMS.includes(relative(ROOT, join(dirname(id), `${program}.ts`))))
            throw new Error(`${id} starts ${program}.ts, which is none of PROGRAMS`)
          return `new URL('./${program}.js', import.meta.url`
        },
      )
      // The lines stay what they were, and so do their maps.
      return { code: placed, map: null }
    },
  }
}

function listOfSources(): Plugin {
  return {
    name: 'list-of-sources',
    writeBundle() {
      const files = [...this.getModuleIds()].filter(isOwn).map((id) => relative(ROOT, id))
      recordSources(files)
    },
  }
}

function isOwn(id: string): boolean {
  return id.startsWith(`${ROOT}/`) && !relative(ROOT, id).startsWith('node_modules')
}
