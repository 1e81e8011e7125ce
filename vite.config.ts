import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { sharedGroups } from './vite.chunks.ts'

const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'frame', test: /\/web\/(root|ui\/(layout|notice|page-title))\.tsx$/ },
  ...sharedGroups,
]
const ON_EVERY_PAGE = ['react', 'frame', 'rolldown-runtime']

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'web/public',
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
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
})
