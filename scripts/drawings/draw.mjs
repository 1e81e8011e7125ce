// `node scripts/drawings/draw.mjs` draws all pictures of the site into web/ui/art as .svg,
// which are committed. As files, drawings add nothing to the JavaScript.
import { readFileSync, writeFileSync } from 'node:fs'
import { ICON_NAMES } from '../../web/ui/icon-names.ts'
import { band } from './bands.mjs'
import { row } from './busts.mjs'
import { invited, oneIn } from './counts.mjs'
import { halls } from './halls.mjs'
import { factory, healthy, prostateCard } from './healthy.mjs'
import { narrowHero, wideHero } from './hero.mjs'
import { C, picture } from './kit.mjs'
import { hallByDay, talk, walk, works } from './places.mjs'
import { delroy, graham, martin } from './portraits.mjs'
import { posterEvening } from './poster.mjs'
import { prostate } from './prostate.mjs'
import { fiveStars, litDoor, quietHall, signpost, signs } from './scenes.mjs'
import { steps } from './steps.mjs'

const ART = new URL('../../web/ui/art/', import.meta.url)

const drawings = {
  'hero-wide': picture(1440, 760, wideHero()),
  'hero-narrow': picture(780, 960, narrowHero()),
  'men-eight': picture(1056, 166, row(0, 8)),
  'men-two-rows': picture(528, 356, twoRows()),
  'step-arrive': picture(200, 150, steps[0]),
  'step-questions': picture(200, 150, steps[1]),
  'step-sample': picture(200, 150, steps[2]),
  'step-result': picture(200, 150, steps[3]),
  'lit-door': picture(560, 560, litDoor()),
  icons: picture(256, 256 * ICON_NAMES.length, icons()),
  signpost: picture(560, 420, signpost()),
  'quiet-hall': picture(280, 150, quietHall()),
  'halls-forty': picture(...halls(40, 1)),
  'halls-twenty': picture(...halls(20, 2)),
  'halls-ten': picture(...halls(10, 4)),
  'five-stars': picture(108, 20, fiveStars()),
  'sign-hall': picture(44, 44, signs.hall),
  'sign-lodge': picture(44, 44, signs.lodge),
  'sign-works': picture(44, 44, signs.works),
  prostate: picture(760, 520, prostate()),
  'poster-evening': picture(840, 580, posterEvening()),
  'sign-talk': picture(44, 44, signs.talk),
  'story-graham': picture(560, 560, graham()),
  'story-delroy': picture(560, 560, delroy()),
  'story-martin': picture(560, 560, martin()),
  'place-hall': picture(560, 360, hallByDay()),
  'place-works': picture(560, 360, works()),
  'place-talk': picture(560, 360, talk()),
  'place-walk': picture(560, 360, walk()),
  'one-in-eight': picture(...oneIn(8)),
  'one-in-four': picture(...oneIn(4)),
  'invited-wide': picture(...invited(38)),
  'invited-narrow': picture(...invited(24)),
  'band-green': picture(320, 56, band('green')),
  'band-amber': picture(320, 56, band('amber', { pin: true })),
  'band-red': picture(320, 56, band('red')),
  'number-waist': picture(200, 150, healthy.tape),
  'number-pressure': picture(200, 150, healthy.cuff),
  'number-exercise': picture(200, 150, healthy.shoe),
  'number-alcohol': picture(200, 150, healthy.glass),
  'number-fruit': picture(200, 150, healthy.fruit),
  'hub-gland': picture(200, 150, prostateCard),
  'hub-works': picture(200, 150, factory),
  arc: arc(),
  contours: picture(1440, 420, contours()),
}

for (const [name, svg] of Object.entries(drawings)) {
  writeFileSync(new URL(`${name}.svg`, ART), smallNumbers(svg))
}

writeFileSync(new URL('../icon-rows.css', ART), iconRows())

// Phosphor Icons, regular weight (MIT licence, copyright 2023 Phosphor Icons).
function icons() {
  const shapes = ICON_NAMES.map((name, row) => {
    const file = import.meta.resolve(`@phosphor-icons/core/assets/regular/${name}.svg`)
    const shape = readFileSync(new URL(file), 'utf8').match(/<path.*\/>/)[0]
    return row === 0 ? shape : `<g transform="translate(0 ${row * 256})">${shape}</g>`
  })
  return shapes.join('')
}

function iconRows() {
  const rows = ICON_NAMES.map((name, row) => `[data-icon="${name}"] {\n  --row: ${row};\n}\n`)
  const note =
    '/* Written by scripts/drawings/draw.mjs: where each icon lies in art/icons.svg, counted from the top. */\n'
  return `${note}:root {\n  --rows: ${ICON_NAMES.length};\n}\n${rows.join('')}`.replaceAll('"', "'")
}

function twoRows() {
  const line = '<path d="M0 166H528" stroke="#10243E" stroke-width="2"/>'
  return `${row(0, 4)}${line}<g transform="translate(0 190)">${row(4, 8)}</g>`
}

// Contour lines of two hills and a valley, for a background of one colour.
function contours() {
  const hills = [
    [180, 300, 46, 24],
    [1130, 90, 58, 30],
  ]
  const rings = hills.flatMap(([x, y, wide, high]) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map(
      (i) =>
        `<ellipse cx="${x + i * 9}" cy="${y - i * 4}" rx="${wide * i}" ry="${high * i}" transform="rotate(${i * 2 - 14} ${x} ${y})"/>`,
    ),
  )
  return `<g fill="none" stroke="${C.s400}" stroke-width="1.25" opacity=".22">${rings.join('')}</g>`
}

// The curved top edge of a section, as wide as the page; its stroke width does not scale.
function arc() {
  const lines = [0, 1, 2].map(
    (i) =>
      `<path d="M0 ${64 + i * 20}C400 ${6 + i * 20} 1040 ${-10 + i * 22} 1440 ${52 + i * 16}"/>`,
  )
  return picture(
    1440,
    64,
    `<path d="M0 64C400 6 1040-10 1440 52V64Z" fill="${C.s100}"/><g fill="none" stroke="${C.s300}" stroke-width="1" vector-effect="non-scaling-stroke">${lines.join('')}</g>`,
  ).replace('<svg ', '<svg preserveAspectRatio="none" ')
}

function smallNumbers(svg) {
  return svg
    .replace(/(\.\d*?)0+(?=[^\d])/g, (_, kept) => (kept === '.' ? '' : kept))
    .replace(/\s*\n\s+/g, '')
}
