// The root preloads the body's font; the headings' fallback has the same metrics.
import bodyFont from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'

export { bodyFont }
