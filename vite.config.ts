import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// What every page needs, in one file: five kilobytes smaller than in six, and the same after a
// change of ours.
const react = {
  name: 'react',
  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
}

// What stands around every page: a dozen small files would compress worse and take a dozen requests.
const frame = {
  name: 'frame',
  test: /\/(web\/(chrome\/(?!move-by-arrow)|signed-in|unknown|api|report-error|page-meta|pages\/(something-wrong|error-page)|ui\/(button|icon|layout|notice|page-title|toast-region))|content\/charity)/,
}

// What an event's page and its booking share.
const entry = {
  name: 'entry',
  test: /\/(web\/(events\/(access-code-needed|lazy-access-code-dialog|event-not-found|in-the-days-before)|booking\/steps|ui\/panel))\.tsx?$/,
}

// What the forms of account, booking and portal share, for the same reason.
const forms = {
  name: 'forms',
  test: /\/web\/(auth-client|session|session-storage|booking\/(book|booking-path|booking-words|needs-script|nhs-number-step|sign-in-again)|ui\/(element|spinner|stepper|toast))\.tsx?$/,
}

// What every page about events says of one: seven files of half a kilobyte, on its own each.
const events = {
  name: 'events',
  test: /\/(web\/events\/(event-words|helpline|short-name|load-failed|could-not-load)|web\/ui\/art\/quiet-hall|domain\/(events|money|uk-time|slots|booking))/,
}

// The payment provider's components: only checkout asks for them.
const provider = { name: 'card-components', test: /node_modules\/@paypal\// }

// Named, so that no other group takes them along for pages that need these alone.
const fields = { name: 'fields', test: /\/web\/ui\/(choices|field)\.tsx?$/ }

// The same for what forms say of errors.
const errors = {
  name: 'errors',
  test: /\/web\/ui\/(error-summary|use-error-title|use-scroll-into-view)\.tsx?$/,
}

// What choosing a time and choosing another one share.
const times = {
  name: 'times',
  test: /\/web\/booking\/(times-status|use-free-times|slot-picker|time-choice)\.tsx?$/,
}

// What holding a place and paying for it share.
const held = {
  name: 'held',
  test: /\/web\/booking\/(order-summary|kept-hold|hold-bar|use-hold-manager|time-left|stored-consent|answers|day-box)\.tsx?$/,
}

// What home shares with pages of words: without it, home would load all that those share.
const limits = { name: 'limits', test: /\/web\/(pages\/test-limits|ui\/split-at-word)\.tsx?$/ }

// What pages of content share: in the next group, articles would load all of that.
const content = {
  name: 'content',
  test: /\/web\/pages\/(content-head|on-this-page)\.|\/web\/ui\/prose\./,
}

// What several pages of content have drawn, and the figures in it.
const drawings = {
  name: 'drawings',
  test: /\/(web\/(ui\/art\/((place|number|hub|story)-[a-z-]+\.svg|(hundred-men|result-ruler)\.)|hub\/two-views|news\/story-pictures)|content\/(statistics|thresholds))/,
}

// What the pages of the account share.
const account = {
  name: 'account',
  test: /\/web\/(account\/(account\.module|account-page|after-sign-in|email-link|form-problem|form-words|return-path)|ui\/password-field)\./,
}

// What the pages about screening share.
const screening = {
  name: 'screening',
  test: /\/web\/screening\/(short-facts\.tsx|[a-z-]+\.module\.css)$/,
}

// What the pages of the charity itself share, and all their styles: every name of a file is in the list of routes,
// which each page loads.
const words = {
  name: 'words',
  test: /\/web\/((ui\/(expanding-text|art\/(monogram|wordmark))|about\/supporters)\.tsx|about\/[a-z-]+\.module\.css)$/,
}

// What every page of the portal has around it.
const portal = {
  name: 'portal-frame',
  test: /\/web\/(portal\/(portal-page|portal-section|user-panel|portal\.module)|ui\/facts)\./,
}

// NHS numbers, wherever they are typed or shown.
const nhs = {
  name: 'nhs',
  test: /\/(domain\/nhs-number|web\/(account\/(nhs-number-field|block-paste)|booking\/nhs-typed-twice))\.tsx?$/,
}

// The contact form, on its own page and at the foot of About us.
const contact = {
  name: 'contact',
  test: /\/(web\/about\/contact(-form)?\.tsx|domain\/(contact|email-address)\.ts)$/,
}

// Addresses of small pictures that home and other pages show.
const pictures = { name: 'pictures', test: /\/web\/ui\/art\/(men|sign|step)-[a-z-]+\.svg/ }

// Every page loads the list of all pages' files: their names would be half a kilobyte of it. What is
// fetched later keeps its name. Six or seven of 64 signs tell a file from its successor as well as eight.
const NAMED = ['card-components', 'entry.client', 'frame', 'react', 'rolldown-runtime']
const scriptFileNames = ({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }) =>
  isDynamicEntry || NAMED.includes(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'
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
  // The policy of every page admits pictures and fonts from files only, never from data: addresses.
  build: {
    assetsInlineLimit: 0,
    modulePreload: {
      // Who fetches a part later has these already; their names would only make each page longer.
      resolveDependencies: (_file, needed) =>
        needed.filter((name) => !/\/(react|frame|rolldown-runtime)-[^/]*$/.test(name)),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                react,
                frame,
                events,
                entry,
                forms,
                fields,
                errors,
                times,
                held,
                limits,
                content,
                drawings,
                account,
                screening,
                words,
                portal,
                nhs,
                contact,
                pictures,
                provider,
              ],
            },
            entryFileNames: scriptFileNames,
            chunkFileNames: scriptFileNames,
            assetFileNames,
          },
        },
      },
    },
    // The pages name pictures and fonts as the browser's modules do: else each would be fetched twice.
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
