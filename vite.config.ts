import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// A group takes its files and what they import, unless an earlier group has it. Fewer files compress
// better and keep every page within its budget (server/pages/page-weight.test.ts).
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'frame', test: /\/web\/(root|ui\/(layout|notice|page-title))\.tsx$/ },
  {
    name: 'events',
    test: /\/(domain\/money|web\/events\/(could-not-load|event-words|short-name))\./,
  },
  {
    name: 'event',
    test: /\/web\/(events\/(access-code-needed|event-not-found|in-the-days-before)|booking\/first-step|ui\/panel)\./,
  },
  {
    name: 'forms',
    test: /\/web\/(offline|ui\/(error-summary|use-error-title|use-scroll-into-view))\./,
  },
]
const ON_EVERY_PAGE = ['react', 'frame', 'rolldown-runtime']

// Every page loads the list of all pages' files: their names would be half a kilobyte of it.
const chunkFileNames = ({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }) =>
  isDynamicEntry || ON_EVERY_PAGE.includes(name)
    ? 'assets/[name]-[hash:7].js'
    : 'assets/[hash:7].js'
const assetFileNames = ({ names }: { names: string[] }) =>
  names.some((name) => name.endsWith('.css'))
    ? 'assets/[hash:6][extname]'
    : 'assets/[name]-[hash:6][extname]'

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'web/public',
  css: { modules: { generateScopedName: classNameOf } },
  // Leaflet's modules rather than its single script: what the map does not use stays out.
  resolve: { alias: [{ find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' }] },
  // A service worker keeps its address, and answers only below it.
  worker: { rolldownOptions: { output: { entryFileNames: 'ticket-worker.js' } } },
  build: {
    // The policy of every page admits pictures and fonts from files only, never from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      // A lazy part's list leaves out what every page has loaded already.
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !ON_EVERY_PAGE.some((name) => file.includes(`/${name}-`))),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups },
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames,
            assetFileNames,
          },
        },
      },
    },
    // The same names as in the browser's modules: else each picture would be fetched twice.
    ssr: { build: { rolldownOptions: { output: { assetFileNames } } } },
  },
})

/** Every page carries these names: one mark for all of a file compresses best. */
function classNameOf(name: string, file: string): string {
  const mark = createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
  return `${name}_${mark.slice(0, 4)}`
}
