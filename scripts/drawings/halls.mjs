// Forty small halls of four kinds, for the forty events of 2024.
import { C } from './kit.mjs'

const WIDTH = 32
const HEIGHT = 40
const door = (x, width = 6, height = 8.5) =>
  `<path d="M${x - width / 2} 34V${34 - height + 2}Q${x - width / 2} ${34 - height} ${x} ${34 - height}T${x + width / 2} ${34 - height + 2}V34Z" fill="${C.ochre}"/>`
const window = (x, y) => `<path d="M${x - 1.8} ${y}h3.6v4.600h-3.6Z" fill="${C.lamp}"/>`
const shade = (d) => `<path d="${d}" fill="${C.n950}" opacity=".13"/>`

const kinds = [
  `<path d="M6 34V20L16 11 26 20V34Z" fill="${C.sand2}"/>${shade('M21 34V15.500L26 20V34Z')}<path d="M4 21.500 16 10.500 28 21.500" fill="none" stroke="${C.n800}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/>${door(16)}`,
  `<path d="M4 34V22H28V34Z" fill="${C.s200}"/>${shade('M22 34V22H28V34Z')}<path d="M2 22.500 6 14H26L30 22.500Z" fill="${C.n700}"/>${window(9, 25)}${door(16)}${window(23, 25)}`,
  `<path d="M4 34V24H28V34Z" fill="${C.sand2}"/><path d="M11 34V13H21V34Z" fill="${C.s300}"/>${shade('M18 34V13H21V34ZM24 34V24H28V34Z')}<path d="M9.500 13.500 16 5 22.500 13.500Z" fill="${C.n800}"/><circle cx="16" cy="18" r="2.6" fill="${C.paper}" stroke="${C.n800}" stroke-width="1.2"/>${door(16)}${window(7.5, 27)}${window(24.5, 27)}`,
  `<path d="M5 34V18H27V34Z" fill="${C.s100}"/><path d="M3 18.500 16 10 29 18.500Z" fill="${C.n700}"/>${shade('M22 34V18.500H27V34Z')}<path d="M7.500 19V34M11.500 19V34M20.500 19V34M24.500 19V34" stroke="${C.s500}" stroke-width="1.8"/>${door(16, 5.4, 9)}`,
]
// No two neighbours are of one kind, in rows of ten, twenty or forty.
const ORDER = [0, 1, 3, 0, 2, 1, 0, 3, 1, 2]

export function halls(columns, rows) {
  const kindsOnce = kinds.map((kind, i) => `<g id="k${i}">${kind}</g>`).join('')
  let drawing = `<defs>${kindsOnce}</defs>`
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const kind = ORDER[(row * columns + column + row * 3) % ORDER.length]
      drawing += `<use href="#k${kind}" x="${column * WIDTH}" y="${row * HEIGHT}"/>`
    }
    drawing += `<path d="M0 ${row * HEIGHT + 35}H${columns * WIDTH}" stroke="${C.n900}" stroke-width="2"/>`
  }
  return [columns * WIDTH, rows * HEIGHT - 3, drawing]
}
