// Icon arrays: one of so many, and the outcome of 456 invitations in a large trial.
import { C } from './kit.mjs'

// Head and shoulders, 60 by 78, without a face. The marked one stands in an arch.
const anybody = (fill) =>
  `<circle cx="30" cy="26" r="15" fill="${fill}"/><path d="M4 78C4 54 16 46 30 46S56 54 56 78Z" fill="${fill}"/>`
const arch = `<path d="M-3 78V32A33 33 0 0 1 63 32V78Z" fill="#F3DFB2" stroke="${C.n900}" stroke-width="2"/>`
const PLACE = 72

/** `of` figures in a row, one of them marked. Returns width, height and drawing. */
export function oneIn(of) {
  const marked = Math.floor((of - 1) / 2)
  const men = Array.from({ length: of }, (_, i) => {
    const drawn = i === marked ? arch + anybody(C.n900) : anybody(C.s400)
    return `<g transform="translate(${6 + i * PLACE} 4)">${drawn}</g>`
  })
  return [
    of * PLACE,
    83,
    `${men.join('')}<path d="M0 82H${of * PLACE}" stroke="${C.n900}" stroke-width="2"/>`,
  ]
}

const MEN = 456
const EXTRA_DIAGNOSED = 12
const STEP = 14

/** 456 dots in rows of `across`: twelve in a ring, and one a diamond. */
export function invited(across) {
  const dots = Array.from({ length: MEN }, (_, i) => {
    const x = (i % across) * STEP + STEP / 2
    const y = Math.floor(i / across) * STEP + STEP / 2
    if (i === MEN - 1)
      return `<path d="M${x} ${y - 6.5}l6.5 6.5-6.5 6.5-6.5-6.5Z" fill="${C.n900}"/>`
    if (i >= MEN - 1 - EXTRA_DIAGNOSED)
      return `<circle cx="${x}" cy="${y}" r="4.4" fill="#F2A93B" stroke="${C.n900}" stroke-width="1.6"/>`
    return `<circle cx="${x}" cy="${y}" r="4.6" fill="${C.s300}"/>`
  })
  return [across * STEP, Math.ceil(MEN / across) * STEP, dots.join('')]
}
