// Photographs the picture that link previews show, 1200 by 630, into web/public/link-preview.png:
//   node web/ui/art/link-preview.mjs [path of a Chromium]
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const [, , executablePath] = process.argv
const here = (path) => new URL(path, import.meta.url)
const font = (name) => {
  const file = import.meta.resolve(`@fontsource-variable/${name}-latin-wght-normal.woff2`)
  return `data:font/woff2;base64,${readFileSync(new URL(file)).toString('base64')}`
}

const scene = readFileSync(here('hero-wide.svg'), 'utf8').replace(
  '<svg ',
  '<svg preserveAspectRatio="xMaxYMax slice" ',
)
const page = `<style>
  @font-face { font-family: Preview; src: url(${font('source-serif-4/files/source-serif-4')}); font-weight: 200 900 }
  body { margin: 0; width: 1200px; height: 630px; background: #10243E; overflow: hidden; font-family: Preview }
  svg { position: absolute; inset: 0; width: 100%; height: 100% }
  div { position: absolute; left: 64px; top: 56px; color: #fff }
  b { display: block; font-size: 34px; margin-bottom: 34px; color: #B2C8B8 }
  p { margin: 0; font-size: 66px; font-weight: 600; line-height: 1.08; letter-spacing: -.02em }
  p + p { margin-top: 18px; font-size: 32px; font-weight: 400; letter-spacing: 0; color: #D0DED3 }
</style>${scene}<div><b>CHAPS</b><p>Advocacy for<br>Men’s Health</p><p>Campaigning for Accessible PSA Screening</p></div>`

const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ...(executablePath && { executablePath }),
})
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await tab.setContent(page)
await tab.evaluate(() => document.fonts.ready)
await tab.screenshot({ path: here('../../public/link-preview.png').pathname })
await browser.close()
