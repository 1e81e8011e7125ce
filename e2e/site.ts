/** Where the browser tests find their site. */
export const SITE_PORT = Number(process.env.E2E_PORT ?? 4310)
export const SITE_URL = `http://localhost:${SITE_PORT}`
/** Where its maps find their tiles. */
export const TILE_PORT = SITE_PORT + 8
export const TILE_ORIGIN = `http://localhost:${TILE_PORT}`
