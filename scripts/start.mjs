// `npm start` after its build, and what an operator's service runs: starts the site from the built
// server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isServerBuilt, SERVER_BUILD } from './server-build.mjs'

if (!isServerBuilt()) {
  console.error('The server is not built from these sources: node scripts/prepare.mjs --build')
  process.exit(1)
}
await import(pathToFileURL(join(SERVER_BUILD, 'start.js')).href)
