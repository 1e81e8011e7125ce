import { hall } from './hall.mjs'
import { C, hill, moon, poplar, SKIN, tree } from './kit.mjs'
import { man } from './people.mjs'

// 560 by 560, beside the sign-in form: the hall of the home page, close up.
export function litDoor() {
  const base = 566
  const behind = hill(
    [
      [-20, 330],
      [100, 300],
      [240, 320],
      [380, 280],
      [580, 300],
    ],
    { fill: '#2b4a55', line: C.s500, n: 6, step: 16, base },
  )
  const near = hill(
    [
      [-20, 400],
      [120, 376],
      [300, 396],
      [440, 370],
      [580, 384],
    ],
    { fill: C.s700, line: C.s400, n: 8, step: 15, base },
  )
  const lawn = hill(
    [
      [-20, 474],
      [140, 470],
      [300, 472],
      [420, 468],
      [580, 474],
    ],
    { fill: C.s400, line: C.s200, n: 5, step: 16, o: 0.7, base },
  )
  const people = [
    man({
      x: 150,
      y: 528,
      scale: 1.36,
      skin: SKIN[1],
      hair: '#8C8F92',
      style: 'short',
      coat: C.s800,
      trousers: '#2a2f38',
      arm: 'talk',
      scarf: C.ochre,
    }),
    man({
      x: 214,
      y: 530,
      scale: 1.4,
      skin: SKIN[5],
      hair: '#1d1918',
      style: 'crop',
      coat: C.brick,
      trousers: C.n900,
      arm: 'pocket',
      flip: -1,
      build: 1.12,
    }),
    man({
      x: 440,
      y: 524,
      scale: 1.3,
      skin: SKIN[0],
      hair: '#D9DAD6',
      style: 'sides',
      coat: C.n800,
      trousers: '#3b4656',
      arm: 'stick',
      flip: -1,
    }),
  ].join('')
  return `<path d="M0 0H560V560H0Z" fill="${C.n900}"/>${moon(440, 110, 40, [70, 112, 160, 214, 274, 340, 412])}${behind}${near}<g transform="translate(280 470) scale(1.52)">${hall()}</g>${lawn}<path d="M238 472H322C340 500 384 530 420 566H150C196 530 226 500 238 472Z" fill="${C.paper}"/>${people}`
}

export function signpost() {
  const base = 420
  const far = hill(
    [
      [-20, 250],
      [110, 214],
      [260, 236],
      [400, 180],
      [580, 210],
    ],
    { fill: '#1b3a5c', line: '#4d7191', n: 6, step: 14, base },
  )
  const near = hill(
    [
      [-20, 306],
      [140, 280],
      [300, 300],
      [440, 262],
      [580, 276],
    ],
    { fill: C.s700, line: C.s400, n: 7, step: 14, o: 0.45, base },
  )
  const lawn = hill(
    [
      [-20, 352],
      [140, 342],
      [300, 350],
      [430, 336],
      [580, 340],
    ],
    { fill: C.s400, line: C.s200, n: 4, step: 14, o: 0.7, base },
  )
  const path = `<path d="M226 424C248 402 260 390 268 379 206 372 120 373 -4 386V370C120 356 220 358 300 364 380 356 470 353 564 358V374C470 367 392 371 332 379 346 394 358 408 366 424Z" fill="${C.paper}"/>`
  const board = (y, points, tilt) =>
    `<g transform="rotate(${tilt} 300 ${y})"><path d="${points}" fill="${C.sand}"/><path d="${points}" fill="none" stroke="${C.n900}" stroke-width="3" stroke-linejoin="round"/></g>`
  const post = `<path d="M294 372V150Q300 140 306 150V372Z" fill="#5b4a3a"/><path d="M301 143Q306 144 306 150V372H301Z" fill="${C.n950}" opacity=".25"/>`
  const boards = [
    board(180, 'M300 164H404L424 180 404 196H300Z', -3),
    board(222, 'M300 206H196L176 222 196 238H300Z', 2),
    board(264, 'M300 248H392L412 264 392 280H300Z', 4),
  ].join('')
  const marks = `<g fill="none" stroke="${C.n700}" stroke-width="4" stroke-linecap="round"><path d="M318 178h58M220 223h56M318 267h44"/></g>`
  const people = [
    man({
      x: 176,
      y: 400,
      scale: 1.12,
      skin: SKIN[3],
      hair: '#6d6a68',
      style: 'crop',
      coat: C.brick,
      trousers: C.n900,
      arm: 'pocket',
      build: 1.08,
    }),
    man({
      x: 436,
      y: 402,
      scale: 1.14,
      skin: SKIN[0],
      hair: '#b9b7b0',
      style: 'sides',
      hat: 'cap',
      cloth: '#5b4a3a',
      coat: C.n800,
      trousers: '#3b4656',
      arm: 'stick',
      flip: -1,
      scarf: C.ochre,
    }),
  ].join('')
  const trees = [
    tree(496, 342, 0.9, C.s800, C.s900),
    tree(530, 346, 0.66, '#3a5343', C.s900),
    poplar(70, 346, 1, C.s800, C.s900),
    poplar(92, 350, 0.76, '#3a5343', C.s900),
  ].join('')
  return `<path d="M0 0H560V420H0Z" fill="${C.n900}"/>${moon(120, 96, 34, [60, 96, 138, 186, 240, 300, 366])}${far}${near}${trees}${lawn}${path}${post}${boards}${marks}${people}`
}

export const quietHall = () =>
  `<path d="M48 138a92 92 0 0 1 184 0Z" fill="${C.s200}"/><g transform="translate(140 138) scale(.62)">${hall()}</g><path d="M0 138.8H280" stroke="${C.n900}" stroke-width="2.5"/>`

// Five stars for a testimonial; the page says '5 out of 5 stars'.
export const fiveStars = () => {
  const star =
    'M10 1.6 12.6 7.100 18.600 7.900 14.200 12 15.300 18 10 15.100 4.700 18 5.800 12 1.400 7.900 7.400 7.100Z'
  return [0, 1, 2, 3, 4]
    .map((i) => `<path d="${star}" transform="translate(${i * 22})" fill="${C.n700}"/>`)
    .join('')
}

// Signs of a testimonial's author: a hall, a lodge, a factory; 44 by 44.
const disc = (fill, sign) => `<circle cx="22" cy="22" r="22" fill="${fill}"/>${sign}`
export const signs = {
  hall: disc(
    C.s200,
    `<path d="M8 32V20L22 11 36 20V32Z" fill="${C.n800}"/><path d="M18 32V24a4 4 0 0 1 8 0V32Z" fill="${C.lamp}"/>`,
  ),
  lodge: disc(
    C.sand2,
    `<path d="M22 9 34 32H29L22 19 15 32H10Z" fill="${C.n800}"/><path d="M14 27H30" stroke="${C.n800}" stroke-width="3.2"/>`,
  ),
  talk: disc(
    C.sand2,
    `<path d="M9 13H31V27H19L13 32V27H9Z" fill="${C.n800}"/><path d="M14 18H26M14 22H22" stroke="${C.paper}" stroke-width="1.800"/><path d="M34 17V30L37 33V30H38V17Z" fill="${C.s600}"/>`,
  ),
  works: disc(
    C.s200,
    `<path d="M9 33V21L17 25V21L25 25V15H34V33Z" fill="${C.n800}"/><path d="M27 11h5v5h-5Z" fill="${C.s600}"/>`,
  ),
}
