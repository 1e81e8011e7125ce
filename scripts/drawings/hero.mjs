// The hero picture: a lit hall at nightfall and people on the way to it, wide and for a phone.
import { hall } from './hall.mjs'
import { C, hill, moon, poplar, SKIN, tree } from './kit.mjs'
import { man, wheelchair } from './people.mjs'

const FAR = { fill: '#1b3a5c', line: '#4d7191', n: 7, step: 15 }
const MIDDLE = { fill: '#2b4a55', line: C.s500, n: 7, step: 15 }
const NEAR = { fill: C.s700, line: C.s400, n: 9, step: 13, o: 0.45 }
const NEARER = { fill: C.s600, line: C.s300, n: 9, step: 14, o: 0.4 }
const MEADOW = { fill: C.s400, line: C.s200, n: 6, step: 16, o: 0.7 }
const DARK = [C.s800, C.s900]
const LIGHT = ['#3a5343', C.s900]
const DUSK = ['#2f4a4a', '#22383a']
const DISTANT = ['#24434f', '#1c3542']

const turbaned = {
  skin: SKIN[2],
  hat: 'turban',
  cloth: C.brick,
  style: 'beard',
  hair: '#3a3433',
  coat: C.n900,
  trousers: '#3b4656',
  build: 1.1,
  arm: 'down',
  long: true,
}
const capped = {
  skin: SKIN[0],
  hat: 'cap',
  cloth: '#5b4a3a',
  style: 'sides',
  hair: '#b9b7b0',
  coat: C.s800,
  trousers: '#2a2f38',
  build: 1.04,
  arm: 'pocket',
  scarf: C.ochre,
}
const greeting = { skin: SKIN[4], style: 'crop', coat: C.n800, arm: 'wave', flip: -1 }
const withStick = {
  skin: SKIN[0],
  style: 'sides',
  hair: '#D9DAD6',
  coat: C.sand2,
  trousers: '#3b4656',
  arm: 'stick',
  flip: -1,
}
const inOchre = {
  skin: SKIN[5],
  style: 'afro',
  coat: C.ochre,
  trousers: C.n900,
  build: 1.12,
  arm: 'pocket',
  flip: -1,
  hair: '#1d1918',
}
const talking = {
  skin: SKIN[1],
  style: 'short',
  hair: '#8C8F92',
  coat: C.n700,
  trousers: '#2a2f38',
  arm: 'talk',
  flip: -1,
}
const seated = { skin: SKIN[3], coat: C.brick, hair: '#6d6a68', flip: -1 }
const beside = {
  skin: SKIN[1],
  style: 'short',
  hair: '#5a3b24',
  coat: C.n800,
  trousers: '#1b2a3d',
  build: 0.94,
  arm: 'pocket',
  flip: -1,
}

// 1440 by 760; the text lies over its left half.
export function wideHero() {
  const far = hill(
    [
      [-20, 520],
      [120, 470],
      [280, 486],
      [430, 450],
      [600, 470],
      [760, 410],
      [900, 372],
      [1060, 388],
      [1220, 340],
      [1360, 356],
      [1470, 330],
    ],
    FAR,
  )
  const middle = hill(
    [
      [-20, 560],
      [140, 566],
      [300, 520],
      [470, 530],
      [640, 500],
      [800, 462],
      [960, 452],
      [1120, 420],
      [1300, 430],
      [1470, 400],
    ],
    MIDDLE,
  )
  const near = hill(
    [
      [-20, 640],
      [160, 598],
      [330, 592],
      [520, 610],
      [700, 560],
      [860, 516],
      [1000, 500],
      [1160, 498],
      [1320, 470],
      [1470, 486],
    ],
    NEAR,
  )
  const nearer = hill(
    [
      [-20, 640],
      [120, 660],
      [300, 640],
      [460, 662],
      [640, 652],
      [800, 590],
      [940, 556],
      [1080, 548],
      [1240, 566],
      [1470, 540],
    ],
    NEARER,
  )
  const meadow = hill(
    [
      [-20, 716],
      [180, 690],
      [380, 706],
      [560, 690],
      [700, 700],
      [860, 676],
      [1040, 690],
      [1240, 640],
      [1470, 600],
    ],
    MEADOW,
  )
  const path = `<path d="M1000 552C1008 572 1040 582 1062 596 1094 616 1064 636 1010 654 940 678 852 700 800 764H1092C1104 724 1142 690 1164 664 1196 626 1176 600 1120 588 1080 578 1050 570 1040 552Z" fill="${C.paper}"/><path d="M1008 552C1016 572 1052 584 1076 598 1106 618 1078 640 1026 660" stroke="${C.sand2}" stroke-width="2" fill="none" opacity=".9"/>`
  const trees = [
    poplar(822, 560, 0.95, ...DARK),
    poplar(804, 566, 0.72, ...DARK),
    tree(1214, 560, 1.15, ...DARK),
    tree(1252, 570, 0.86, ...LIGHT),
    poplar(1330, 548, 1.25, ...DARK),
    poplar(1354, 552, 0.95, ...LIGHT),
    tree(560, 612, 0.7, ...LIGHT),
    tree(592, 606, 0.52, ...DARK),
    tree(250, 596, 0.6, ...DUSK),
    poplar(286, 594, 0.55, ...DUSK),
    tree(700, 506, 0.42, ...DISTANT),
    tree(724, 500, 0.34, ...DISTANT),
    tree(1400, 446, 0.5, ...DISTANT),
    poplar(1378, 448, 0.5, ...DISTANT),
  ].join('')
  const people = [
    man({ ...greeting, x: 992, y: 566, scale: 0.52 }),
    man({ ...withStick, x: 1084, y: 606, scale: 0.62 }),
    man({ ...inOchre, x: 1140, y: 626, scale: 0.72 }),
    man({ ...talking, x: 1176, y: 632, scale: 0.74 }),
    man({ ...turbaned, x: 936, y: 716, scale: 1.12 }),
    man({ ...capped, x: 994, y: 722, scale: 1.16 }),
    wheelchair({ ...seated, x: 1290, y: 690, scale: 1.02 }),
    man({ ...beside, x: 1348, y: 692, scale: 1.1 }),
  ].join('')
  const sky = moon(1196, 196, 58, [96, 140, 190, 246, 308, 376, 450, 530, 616, 708])
  return `${sky}${far}${middle}${near}${nearer}<g transform="translate(1020 552)">${hall()}</g>${trees}${meadow}${path}${people}`
}

// 780 by 960, nearer to the hall; the text lies above it.
export function narrowHero() {
  const base = 820
  const far = hill(
    [
      [-20, 330],
      [120, 300],
      [280, 318],
      [430, 262],
      [590, 240],
      [800, 200],
    ],
    { ...FAR, base },
  )
  const middle = hill(
    [
      [-20, 400],
      [150, 372],
      [320, 386],
      [470, 340],
      [640, 352],
      [800, 300],
    ],
    { ...MIDDLE, base },
  )
  const near = hill(
    [
      [-20, 470],
      [140, 446],
      [300, 470],
      [460, 420],
      [620, 430],
      [800, 390],
    ],
    { ...NEAR, base },
  )
  const nearer = hill(
    [
      [-20, 560],
      [160, 548],
      [330, 530],
      [520, 520],
      [680, 530],
      [800, 510],
    ],
    { ...NEARER, base },
  )
  const meadow = hill(
    [
      [-20, 660],
      [150, 636],
      [330, 650],
      [520, 630],
      [660, 600],
      [800, 580],
    ],
    { ...MEADOW, base },
  )
  const path = `<path d="M388 534C392 566 470 580 500 606 536 640 470 670 390 700 300 734 210 764 170 824H560C580 780 640 740 660 690 680 640 620 610 560 592 510 576 468 562 452 534Z" fill="${C.paper}"/>`
  const trees = [
    poplar(86, 560, 1.3, ...DARK),
    poplar(120, 566, 1, ...LIGHT),
    tree(700, 545, 1.5, ...DARK),
    tree(752, 552, 1.15, ...LIGHT),
    tree(64, 440, 0.6, ...DUSK),
    poplar(100, 436, 0.55, ...DUSK),
    tree(690, 330, 0.5, ...DISTANT),
    poplar(664, 334, 0.5, ...DISTANT),
  ].join('')
  const people = [
    man({ ...greeting, x: 386, y: 552, scale: 0.74 }),
    man({ ...withStick, x: 508, y: 590, scale: 0.88 }),
    man({ ...inOchre, x: 606, y: 640, scale: 1.06 }),
    man({ ...talking, x: 658, y: 648, scale: 1.1 }),
    man({ ...turbaned, x: 252, y: 778, scale: 1.62 }),
    man({ ...capped, x: 336, y: 788, scale: 1.66 }),
    wheelchair({ ...seated, x: 640, y: 780, scale: 1.4 }),
  ].join('')
  const sky = moon(610, 116, 46, [76, 112, 154, 202, 256, 316, 382, 454, 532])
  return `<g transform="translate(0 140)">${sky}${far}${middle}${near}${nearer}<g transform="translate(420 536) scale(1.36)">${hall()}</g>${trees}${meadow}${path}${people}</g>`
}
