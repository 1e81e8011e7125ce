// Places of events, 560 by 360 each: a hall by day, a factory, a talk; and a walk.
import { hall } from './hall.mjs'
import { C, hill, poplar, SKIN, tree } from './kit.mjs'
import { man, wheelchair } from './people.mjs'

const sky = `<path d="M0 0H560V360H0Z" fill="${C.s100}"/><circle cx="446" cy="84" r="34" fill="${C.ochre}"/><g fill="none" stroke="${C.s300}" stroke-width="1.25"><circle cx="446" cy="84" r="58"/><circle cx="446" cy="84" r="86"/><circle cx="446" cy="84" r="118"/><circle cx="446" cy="84" r="154"/></g>`
const land = (fill, line, points, options = {}) =>
  hill(points, { fill, line, n: 6, step: 13, base: 360, ...options })

const FAR = [
  [-20, 206],
  [120, 172],
  [270, 196],
  [400, 158],
  [580, 178],
]
const NEAR = [
  [-20, 268],
  [140, 246],
  [300, 262],
  [440, 240],
  [580, 250],
]
const LAWN = [
  [-20, 306],
  [140, 300],
  [300, 304],
  [440, 298],
  [580, 304],
]
const country = () =>
  sky + land(C.s300, C.s100, FAR, { o: 0.8 }) + land(C.s500, C.s300, NEAR, { o: 0.6 })
const lawn = () => land(C.s400, C.s200, LAWN, { n: 3, o: 0.7 })

const inGreen = {
  skin: SKIN[1],
  hair: '#8C8F92',
  style: 'short',
  coat: C.s800,
  trousers: '#2a2f38',
}
const inBrick = { skin: SKIN[5], style: 'afro', hair: '#1d1918', coat: C.brick, trousers: C.n900 }
const inNavy = { skin: SKIN[3], style: 'crop', hair: '#6d6a68', coat: C.n800, trousers: '#3b4656' }
const turbaned = {
  skin: SKIN[2],
  hat: 'turban',
  cloth: C.brick,
  style: 'beard',
  hair: '#3a3433',
  coat: C.n900,
  trousers: '#3b4656',
  long: true,
}
const inOchre = { skin: SKIN[0], style: 'short', hair: '#9a5a31', coat: C.ochre, trousers: C.n900 }

export function hallByDay() {
  const path = `<path d="M250 296H310C330 312 372 336 404 364H156C190 336 230 312 250 296Z" fill="${C.paper}"/>`
  const men = [
    man({ ...inNavy, x: 300, y: 312, scale: 0.6, arm: 'down' }),
    man({ ...inGreen, x: 158, y: 338, scale: 0.86, arm: 'talk' }),
    man({ ...turbaned, x: 204, y: 340, scale: 0.88, arm: 'pocket', flip: -1 }),
    man({ ...inBrick, x: 392, y: 338, scale: 0.86, arm: 'pocket', flip: -1 }),
  ]
  return `${country()}${tree(70, 274, 1.1, C.s700, C.s900)}${tree(112, 278, 0.8, C.s600, C.s900)}${poplar(486, 270, 1, C.s700, C.s900)}${poplar(508, 274, 0.76, C.s600, C.s900)}<g transform="translate(280 298) scale(.86)">${hall()}</g>${lawn()}${path}${men.join('')}`
}

export function works() {
  const roof = [0, 1, 2, 3].map(
    (i) =>
      `<path d="M${148 + i * 76} 158V112L${224 + i * 76} 158Z" fill="${C.n700}"/><path d="M${155 + i * 76} 152V126L${198 + i * 76} 152Z" fill="${C.lamp}"/>`,
  )
  const panes = [0, 1, 2, 3, 4, 5, 6].map(
    (i) =>
      `<path d="M${112 + i * 41} 180h28v34h-28Z" fill="${C.lamp}"/><path d="M${126 + i * 41} 180v34M${112 + i * 41} 197h28" stroke="${C.n800}" stroke-width="1.6"/>`,
  )
  const building = `<path d="M106 158V64h28V158Z" fill="${C.brick}"/><path d="M122 64h12V158h-12Z" fill="${C.n950}" opacity=".18"/><path d="M102 56h36v10h-36Z" fill="#6f3a2a"/>${roof.join('')}<path d="M90 158H456V300H90Z" fill="${C.sand2}"/><path d="M420 158H456V300H420Z" fill="${C.n950}" opacity=".12"/><path d="M90 158H456V166H90Z" fill="${C.n800}"/>${panes.join('')}<path d="M226 300V236H322V300Z" fill="${C.n800}"/><path d="M234 300V244H271V300ZM277 300V244H314V300Z" fill="${C.lamp}"/><path d="M214 228H334V236H214Z" fill="${C.s600}"/>`
  const men = [
    man({ ...inOchre, x: 262, y: 322, scale: 0.74, arm: 'talk' }),
    man({ ...inBrick, x: 300, y: 324, scale: 0.76, arm: 'pocket', flip: -1 }),
    man({ ...inNavy, x: 136, y: 336, scale: 0.84, arm: 'down' }),
    man({ ...turbaned, x: 432, y: 336, scale: 0.84, arm: 'talk', flip: -1 }),
    wheelchair({ x: 388, y: 338, scale: 0.84, skin: SKIN[1], coat: C.s700, hair: '#8C8F92' }),
  ]
  return `${country()}${building}${lawn()}<path d="M226 298H322C340 316 366 338 392 364H156C182 338 208 316 226 298Z" fill="${C.paper}"/>${tree(500, 304, 0.9, C.s700, C.s900)}${tree(46, 304, 0.8, C.s700, C.s900)}${men.join('')}`
}

export function talk() {
  const listeners = [
    [40, '#8C8F92', C.s700],
    [118, '#1d1918', C.brick],
    [196, '#d6d3cb', C.n700],
    [274, '#9a5a31', C.s500],
    [352, '#2A2523', C.ochre],
    [430, '#c9c8c3', C.n800],
    [508, '#1d1918', C.s600],
  ]
  const fromBehind = ([x, hair, coat], i) => {
    const y = 296 + (i % 2) * 14
    return `<path d="M${x - 38} 362C${x - 38} ${y + 26} ${x - 26} ${y + 12} ${x} ${y + 12}S${x + 38} ${y + 26} ${x + 38} 362Z" fill="${coat}"/><path d="M${x + 8} ${y + 13}C${x + 30} ${y + 16} ${x + 38} ${y + 30} ${x + 38} 362H${x + 18}C${x + 22} ${y + 40} ${x + 18} ${y + 24} ${x + 8} ${y + 13}Z" fill="${C.n950}" opacity=".16"/><circle cx="${x}" cy="${y - 8}" r="22" fill="${hair}"/><path d="M${x + 4} ${y - 29}A22 22 0 0 1 ${x + 4} ${y + 13}C${x + 12} ${y - 2} ${x + 12} ${y - 16} ${x + 4} ${y - 29}Z" fill="${C.n950}" opacity=".14"/>`
  }
  const screen = `<path d="M76 36H356V206H76Z" fill="${C.n900}"/><path d="M84 44H348V198H84Z" fill="${C.paper}"/><path d="M108 72H226" stroke="${C.n900}" stroke-width="9" stroke-linecap="round"/><path d="M108 98H196M108 118H210M108 138H184" stroke="${C.s400}" stroke-width="6" stroke-linecap="round"/><path d="M242 174V150M266 174V132M290 174V142M314 174V108" stroke="${C.s500}" stroke-width="14"/><path d="M228 176H330" stroke="${C.n900}" stroke-width="3"/><circle cx="290" cy="76" r="14" fill="${C.ochre}"/>`
  return `<path d="M0 0H560V360H0Z" fill="${C.s200}"/><path d="M0 262H560V360H0Z" fill="${C.s400}"/><path d="M364 262V128a76 76 0 0 1 152 0V262Z" fill="${C.s100}"/>${screen}<path d="M470 282V214M452 214H500L494 206H458Z" stroke="${C.n800}" stroke-width="6" fill="${C.n800}"/>${man({ x: 424, y: 284, scale: 1.34, skin: SKIN[4], style: 'crop', hair: '#6d6a68', coat: C.n800, trousers: C.n950, arm: 'talk', flip: -1 })}${listeners.map(fromBehind).join('')}`
}

export function walk() {
  const bench = `<path d="M60 262H196M60 280H196" stroke="#5b4a3a" stroke-width="8" stroke-linecap="round"/><path d="M72 262V318M184 262V318" stroke="${C.n950}" stroke-width="6"/><path d="M52 294H204" stroke="#5b4a3a" stroke-width="10" stroke-linecap="round"/>`
  const men = [
    man({
      x: 318,
      y: 334,
      scale: 1.02,
      skin: SKIN[0],
      hair: '#D9DAD6',
      style: 'sides',
      hat: 'cap',
      cloth: '#5b4a3a',
      coat: C.n800,
      trousers: '#3b4656',
      arm: 'stick',
      scarf: C.ochre,
    }),
    man({
      x: 388,
      y: 332,
      scale: 1,
      skin: SKIN[4],
      hair: '#c9c8c3',
      style: 'crop',
      coat: C.brick,
      trousers: C.n900,
      arm: 'talk',
      flip: -1,
      build: 1.08,
    }),
  ]
  return `${country()}${tree(118, 300, 2.4, C.s700, C.s900)}${poplar(492, 274, 1.1, C.s700, C.s900)}${poplar(516, 278, 0.84, C.s600, C.s900)}${lawn()}<path d="M-4 344C150 322 380 322 564 346V364H-4Z" fill="${C.paper}"/>${bench}${men.join('')}`
}
