// The root preloads the body's font; headings may swap in a moment later (their stand-in has the
// same measures, so nothing moves).
import bodyFont from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'

export { bodyFont }
