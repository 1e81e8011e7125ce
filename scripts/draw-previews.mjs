// Part of the build: draws the link previews (Open Graph) of content/link-previews.ts into
// build/client. Unchanged ones come from the cache.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { LINK_PREVIEWS } from '../content/link-previews.ts'
import { linkPreview } from './drawings/link-preview.mjs'
import { palettePng } from './palette-png.mjs'

const ROOT = join(import.meta.dirname, '..')
const PICTURES = join(ROOT, 'build', 'client', 'previews')
const CACHE = join(ROOT, 'node_modules', '.cache', 'link-previews')

for (const folder of [PICTURES, CACHE]) mkdirSync(folder, { recursive: true })
for (const preview of LINK_PREVIEWS) {
  writeFileSync(join(PICTURES, `${preview.name}.png`), pictureOf(linkPreview(preview)))
}

function pictureOf(svg) {
  const known = join(CACHE, `${createHash('sha256').update(svg).digest('hex')}.png`)
  if (existsSync(known)) return readFileSync(known)
  const options = { fitTo: { mode: 'width', value: 1200 }, font: { loadSystemFonts: false } }
  const png = palettePng(new Resvg(svg, options).render())
  writeFileSync(known, png)
  return png
}
