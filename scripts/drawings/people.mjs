// Small faceless figures, about seven heads tall.
import { C, round as r } from './kit.mjs'

const SHADE = `fill="${C.n950}" opacity=".16"`

// Standing, about 112 units tall, feet on 0,0; `scale` and `build` are usually 1. `arm` is the
// near arm's pose, `flip` -1 mirrors.
export function man({ x, y, scale, flip = 1, ...looks }) {
  const man = { hair: '#2A2523', trousers: C.n950, build: 1, arm: 'down', ...looks }
  const parts = [legs, farArm, neck, coat, scarf, nearArm, head, hair, hat, beard]
  const drawing = parts.map((part) => part(man)).join('')
  return `<g transform="translate(${x} ${y}) scale(${r(scale * flip * 100) / 100} ${scale})" fill="none">${drawing}</g>`
}

const breadth = ({ build }) => 14.5 * build

function legs({ build, trousers }) {
  const leg = (from, to) =>
    `<path d="M${r(from * build)}-48L${to}-3" stroke="${trousers}" stroke-width="${r(10.5 * build)}"/>`
  const shoe = (at) => `<path d="M${at} 0c0-5 4-6 7-6 4 0 8 2 10 6Z" fill="#1b1410"/>`
  return `<ellipse cx="4" cy="0" rx="${r(21 * build)}" ry="3.6" fill="${C.n950}" opacity=".2"/>${leg(-4, -6)}${leg(4, 7)}${shoe(-11.5)}${shoe(2)}`
}

const sleeve = (d, coat) =>
  `<path d="${d}" stroke="${coat}" stroke-width="8.6" stroke-linecap="round" fill="none"/>`
const hand = (x, y, size, skin) => `<circle cx="${r(x)}" cy="${y}" r="${size}" fill="${skin}"/>`

function farArm(man) {
  const w = breadth(man)
  const d = `M${r(-w + 3)}-80C${r(-w - 3)}-70 ${r(-w - 3)}-60 ${r(-w - 1)}-50`
  const shaded = `<path d="${d}" stroke="${C.n950}" opacity=".18" stroke-width="8.6" stroke-linecap="round" fill="none"/>`
  return `${sleeve(d, man.coat)}${shaded}${hand(-w - 0.5, -45, 4.2, man.skin)}`
}

const neck = ({ skin }) =>
  `<path d="M-4.8-98H5V-84H-4.8Z" fill="${skin}"/><path d="M-4.8-92C-1-88 3-88 5-92V-84H-4.8Z" ${SHADE}/>`

function coat(man) {
  const w = breadth(man)
  const hem = man.long ? -30 : -44
  const side = `${r(w * 0.98)}-80L${r(w * 0.98)}-58 ${r(w * 0.95)} ${hem}`
  const body = `M${r(-w * 0.98)}-80C${r(-w)}-87 ${r(-w * 0.55)}-90-4.5-90.5C-2-87 2-87 4.5-90.5 ${r(w * 0.55)}-90 ${r(w)}-87 ${side}Q0 ${hem + 4} ${r(-w * 0.95)} ${hem}Z`
  const shaded = `M${r(w * 0.2)}-88C${r(w * 0.55)}-90 ${r(w)}-87 ${side}Q${r(w * 0.6)} ${hem + 2} ${r(w * 0.3)} ${hem + 2.3}C${r(w * 0.55)}-60 ${r(w * 0.5)}-76 ${r(w * 0.2)}-88Z`
  return `<path d="${body}" fill="${man.coat}"/><path d="${shaded}" ${SHADE}/>`
}

const scarf = ({ scarf }) =>
  scarf
    ? `<path d="M-7-93C-3-89 4-89 8-93L9-87C4-83-4-83-8-87Z" fill="${scarf}"/><path d="M3-87L8-87 7-70 2-71Z" fill="${scarf}"/>`
    : ''

function nearArm(man) {
  const w = breadth(man)
  const from = `M${r(w - 2)}`
  const { coat, skin } = man
  const arm = (d, x, y) => sleeve(`${from}${d}`, coat) + hand(x, y, 4.3, skin)
  switch (man.arm) {
    case 'down':
      return arm(`-81C${r(w + 4)}-71 ${r(w + 4)}-60 ${r(w + 2)}-50`, w + 1.5, -45)
    case 'talk':
      return arm(`-80C${r(w + 5)}-68 ${r(w + 6)}-64 ${r(w + 14)}-70`, w + 18, -73)
    case 'wave':
      return arm(`-81C${r(w + 8)}-80 ${r(w + 10)}-90 ${r(w + 10)}-100`, w + 10.5, -105)
    case 'pocket':
      return sleeve(`${from}-81C${r(w + 9)}-72 ${r(w + 8)}-62 ${r(w - 1)}-53`, coat)
    case 'stick': {
      const stick = `<path d="M${r(w + 6)}-51H${r(w + 13)}M${r(w + 11)}-51L${r(w + 15)} 0" stroke="#3c2a1c" stroke-width="2.4" stroke-linecap="round" fill="none"/>`
      return stick + arm(`-81C${r(w + 4)}-70 ${r(w + 5)}-62 ${r(w + 9)}-54`, w + 10, -50)
    }
  }
}

const head = ({ skin }) =>
  `<path d="M-9-104C-9-118 10-118 10-104 10-96 6-90.500.5-90.500-5-90.500-9-96-9-104Z" fill="${skin}"/><path d="M-9-103c-3.500-1-4 5-.5 6Z" fill="${skin}"/>`

const HAIR = {
  short: 'M-9.6-101C-12-120 12-121 10.6-104 7-109 3-108-3-109-5-107-6-104-6.5-100Z',
  crop: 'M-9.4-103C-10-119 11-119 10.4-105 5-110-4-110-7-103Z',
  afro: 'M-10-99C-15-110-9-121 1-121 12-121 15-110 11-103 8-109 2-110-4-108-6-106-7-102-7-99Z',
  sides: 'M-9.6-99C-12-105-11-110-8-112-7-107-6-103-6.5-98Z',
}
const hair = ({ hair, style }) => (HAIR[style] ? `<path d="${HAIR[style]}" fill="${hair}"/>` : '')

function hat({ hat, cloth }) {
  if (hat === 'cap') {
    return `<path d="M-10.5-106C-11-119 9-121 11-108L17-106.500C18-104.500 14-104.500 10-105Z" fill="${cloth}"/>`
  }
  if (hat === 'turban') {
    return `<path d="M-11-103C-14-122 14-124 12-105 6-112-4-111-11-103Z" fill="${cloth}"/><path d="M-11-103C-8-112 2-118 11-114" stroke="#fff" stroke-opacity=".35" fill="none" stroke-width="1.3"/>`
  }
  return ''
}

const beard = ({ style, hair }) =>
  style === 'beard'
    ? `<path d="M-5-97C-3-94 4-95 9.8-101 10-94 6-89 1-89-3-89-5-93-5-97Z" fill="${hair}"/>`
    : ''

export function wheelchair({ x, y, scale, flip = 1, skin, coat, hair }) {
  return `<g transform="translate(${x} ${y}) scale(${scale * flip} ${scale})" fill="none"><ellipse cx="4" cy="0" rx="30" ry="3.600" fill="#0B1B33" opacity=".2"/>
  <path d="M-4-40H12L24-34 27-6" stroke="${C.n950}" stroke-width="10.500" stroke-linejoin="round"/><path d="M20 -1c0-5 4-6 7-6 4 0 8 2 10 6Z" fill="#1b1410"/>
  <path d="M-13-70C-13-77-7-80-2-80.500 1-77 5-77 7-80.500 12-80 15-76 15-70L15-44Q2-36-13-42Z" fill="${coat}"/><path d="M4-78C12-80 15-76 15-70L15-44Q10-40 4-40 9-54 9-68 4-78Z" fill="#0B1B33" opacity=".16"/>
  <path d="M-8-70C-10-58-4-50 4-48" stroke="${coat}" stroke-width="8.600" stroke-linecap="round"/><circle cx="8" cy="-47" r="4.300" fill="${skin}"/>
  <path d="M-2-88H7V-76H-2Z" fill="${skin}"/><path d="M-7-94C-7-108 12-108 12-94 12-86 8-80.500 2.500-80.500-3-80.500-7-86-7-94Z" fill="${skin}"/><path d="M-7.500-92C-10-110 14-111 12.500-96 6-101-2-101-5-92Z" fill="${hair}"/>
  <circle cx="-4" cy="-20" r="19" stroke="#0B1B33" stroke-width="3.200"/><circle cx="-4" cy="-20" r="3" fill="#0B1B33"/><path d="M-4-39V-1M-23-20H15M-17-33 9-7M9-33-17-7" stroke="#0B1B33" stroke-width=".8" opacity=".6"/><path d="M-20-62H-15L-14-36M15-36 22-14" stroke="#0B1B33" stroke-width="2.600" stroke-linecap="round"/><circle cx="22" cy="-6" r="5.500" stroke="#0B1B33" stroke-width="2.400"/></g>`
}
