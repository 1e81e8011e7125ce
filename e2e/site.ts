/** Where the browser tests find their site. */
export const SITE_PORT = Number(process.env.E2E_PORT ?? 4310)
export const SITE_URL = `http://localhost:${SITE_PORT}`
