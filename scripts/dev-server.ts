// The server process of `npm run dev`; Node restarts it when one of its files changes.
import { readProcessEnv } from '../server/config/env.ts'
import { startServer, stopOnSignal } from '../server/main.ts'
import { devPages } from '../server/pages/dev-pages.ts'

stopOnSignal(await startServer(readProcessEnv(), { servePages: devPages }))
