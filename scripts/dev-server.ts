// The server process of `npm run dev`, started again by Node whenever a file of it changes.
import { readProcessEnv } from '../server/config/env.ts'
import { startServer, stopOnSignal } from '../server/main.ts'
import { devPages } from '../server/pages/dev-pages.ts'

stopOnSignal(await startServer(readProcessEnv(), { servePages: devPages }))
