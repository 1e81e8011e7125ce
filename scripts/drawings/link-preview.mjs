// The link preview of a page, 1200 by 630: the page's words beside a drawing. Words are drawn as
// outlines, so that installed fonts do not matter.
import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { C } from './kit.mjs'

const WIDTH = 1200
const HEIGHT = 630
const LEFT = 64
const PANEL = 740
const SCENE = 620

const drawing = (name) =>
  readFileSync(new URL(`../../web/ui/art/${name}.svg`, import.meta.url), 'utf8')
const font = (weight) => {
  const name = `@fontsource/source-serif-4/files/source-serif-4-latin-${weight}-normal.woff`
  return fontkit.create(readFileSync(new URL(import.meta.resolve(name))))
}
const SEMIBOLD = font(600)
const REGULAR = font(400)

// A scene fills its side; a drawing without a background stands on paper colour.
const DRAWINGS = {
  hall: () => place('hero-wide', { x: 0, width: WIDTH, fit: 'xMaxYMax slice' }),
  evening: () => scene('lit-door'),
  signpost: () => scene('signpost'),
  men: () => onPaper('men-two-rows', { width: 400 }),
  arrival: () => onPaper('step-arrive', { width: 440 }),
  questions: () => onPaper('step-questions', { width: 440 }),
  'quiet-hall': () => onPaper('quiet-hall', { width: 420 }),
}

// Maximum text width where the drawing begins further left.
const ROOMS = { hall: 480, evening: 500, signpost: 500 }

export function linkPreview({ title, line, drawing: name }) {
  const room = ROOMS[name] ?? PANEL - LEFT - 60
  const size = linesOf(title, SEMIBOLD, 62, room).length < 4 ? 62 : 54
  const titleLines = linesOf(title, SEMIBOLD, size, room)
  const below = 170 + titleLines.length * size * 1.1
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path d="M0 0H${WIDTH}V${HEIGHT}H0Z" fill="${C.n900}"/>${DRAWINGS[name]()}${[
    words('CHAPS', { face: SEMIBOLD, size: 34, y: 92, fill: C.s300 }),
    ...titleLines.map((text, i) =>
      words(text, { face: SEMIBOLD, size, y: 190 + i * size * 1.1, fill: '#fff' }),
    ),
    ...linesOf(line, REGULAR, 30, room).map((text, i) =>
      words(text, { face: REGULAR, size: 30, y: below + 40 + i * 40, fill: C.s200 }),
    ),
  ].join('')}</svg>`
}

function place(name, { x, y = 0, width, height = HEIGHT, fit }) {
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${fit}"`
  return drawing(name).replace(/^<svg (.*?) width="\d+" height="\d+"/, `<svg $1 ${box}`)
}

function scene(name) {
  const width = WIDTH - SCENE
  return place(name, { x: SCENE, width, fit: 'xMidYMax meet' }).replace(
    /viewBox="0 0 (\d+) (\d+)"/,
    (_, across, down) => {
      const tall = (across * HEIGHT) / width
      return `viewBox="0 ${down - tall} ${across} ${tall}"`
    },
  )
}

function onPaper(name, { width }) {
  const x = (PANEL + WIDTH - width) / 2
  const ground = `<path d="M${PANEL} 0H${WIDTH}V${HEIGHT}H${PANEL}Z" fill="${C.paper}"/>`
  return ground + place(name, { x, width, fit: 'xMidYMid meet' })
}

function words(text, { face, size, y, fill }) {
  const { glyphs, positions } = face.layout(text)
  const scale = size / face.unitsPerEm
  let x = 0
  const outlines = glyphs.map((glyph, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i]
    const outline = glyph.path.translate(x + xOffset, yOffset).toSVG()
    x += xAdvance
    return outline
  })
  return `<path transform="translate(${LEFT} ${y}) scale(${scale} ${-scale})" fill="${fill}" d="${outlines.join('')}"/>`
}

function linesOf(text, face, size, room) {
  const width = (part) => (face.layout(part).advanceWidth * size) / face.unitsPerEm
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (width(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
