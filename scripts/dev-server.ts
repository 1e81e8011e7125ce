// The server process of `npm run dev`; Node restarts it when one of its files changes.

import { startServer, stopOnSignal } from '../server/main.ts'
import { devPages } from '../server/pages/dev-pages.ts'
import { readProcessEnv } from '../server/platform/config/env.ts'

stopOnSignal(await startServer(readProcessEnv(), { servePages: devPages }))
