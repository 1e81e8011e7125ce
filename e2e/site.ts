import { reservePorts } from '../test/reserve-ports.ts'

// Playwright's main process reads this first and passes its environment to the workers.
process.env.E2E_PORT ??= String(await reservePorts())

/** Where the browser tests find their site; they use this port and the 23 after it. */
export const SITE_PORT = Number(process.env.E2E_PORT)
export const SITE_URL = `http://localhost:${SITE_PORT}`
/** Where its maps find their tiles. */
export const TILE_PORT = SITE_PORT + 8
export const TILE_ORIGIN = `http://localhost:${TILE_PORT}`
