// The people of the stories, 560 by 560, each in front of a place from their story.
import { bust } from './busts.mjs'
import { C, hill, moon, poplar, SKIN, tree } from './kit.mjs'

const inFront = (looks) => `<g transform="translate(94 95) scale(3.1)">${bust(looks)}</g>`
const box = (x, y, width, height, fill) =>
  `<path d="M${x} ${y}h${width}v${height}h${-width}Z" fill="${fill}"/>`

export function graham() {
  const far = hill(
    [
      [-20, 330],
      [130, 296],
      [290, 318],
      [440, 270],
      [580, 292],
    ],
    { fill: '#1b3a5c', line: '#4d7191', n: 6, step: 14, base: 560 },
  )
  const near = hill(
    [
      [-20, 402],
      [150, 380],
      [330, 396],
      [470, 372],
      [580, 380],
    ],
    { fill: C.s700, line: C.s400, n: 6, step: 14, o: 0.45, base: 560 },
  )
  const windows = [12, 76, 140].map((x) => box(x, 30, 50, 46, C.lamp)).join('')
  const wheel = (x) =>
    `<circle cx="${x}" cy="176" r="26" fill="${C.n950}"/><circle cx="${x}" cy="176" r="10" fill="${C.sand3}"/>`
  const bus = `<g transform="translate(-44 286)"><path d="M0 14Q0 0 14 0H196Q218 0 220 22V176H0Z" fill="${C.brick}"/><path d="M0 96H220V108H0Z" fill="${C.sand}"/>${windows}<path d="M204 30h14v60h-14Z" fill="${C.lamp}"/>${wheel(64)}${wheel(176)}</g>`
  const stop = `<path d="M500 180h9v314h-9Z" fill="${C.n950}"/><path d="M446 186h58v64h-58Z" fill="${C.s400}"/><path d="M457 203h36M457 219h36M457 235h22" stroke="${C.n900}" stroke-width="5"/>`
  const road = `<path d="M0 462H560V560H0Z" fill="${C.n800}"/><path d="M0 462H560" stroke="${C.sand3}" stroke-width="5"/>`
  return `${box(0, 0, 560, 560, C.n900)}${moon(150, 116, 38, [68, 108, 156, 210, 270, 336])}${far}${near}${road}${bus}${stop}${inFront(
    {
      skin: SKIN[1],
      hair: '#a9aaa8',
      style: 'short',
      coat: C.s600,
      collar: 'shirt',
      shirt: C.paper,
      beard: 'stubble',
      build: 1.05,
    },
  )}`
}

export function delroy() {
  const crates = [
    [22, 96, 92, 64, C.s500],
    [126, 118, 58, 42, C.sand],
    [30, 236, 64, 64, C.ochre],
    [102, 258, 84, 42, C.s300],
    [18, 394, 100, 62, C.sand],
    [128, 376, 52, 80, C.s500],
    [392, 88, 70, 72, C.sand],
    [472, 112, 66, 48, C.s500],
    [386, 252, 54, 48, C.s300],
    [450, 226, 86, 74, C.brick],
    [396, 390, 64, 66, C.s500],
    [470, 404, 68, 52, C.ochre],
  ]
  const piled = crates.map(
    ([x, y, width, height, fill]) =>
      `${box(x, y, width, height, fill)}${box(x + width - 10, y, 10, height, C.n950).replace('/>', ' opacity=".14"/>')}${box(x + width / 2 - 5, y, 10, height, C.sand3).replace('/>', ' opacity=".6"/>')}`,
  )
  const shelves = [0, 380].map(
    (x) =>
      `${[160, 300, 456].map((y) => box(x, y, 200, 10, C.n700)).join('')}${box(x, 40, 10, 470, C.n800)}${box(x + 190, 40, 10, 470, C.n800)}`,
  )
  const lamps = [280].map(
    (x) =>
      `<path d="M${x} 0V34" stroke="${C.n800}" stroke-width="4"/><path d="M${x - 40} 60Q${x} 12 ${x + 40} 60Z" fill="${C.n800}"/><path d="M${x - 34} 60Q${x} 78 ${x + 34} 60Z" fill="${C.lamp}"/>`,
  )
  return `${box(0, 0, 560, 560, C.s200)}<path d="M200 560V150a80 80 0 0 1 160 0V560Z" fill="${C.s100}"/>${box(0, 508, 560, 52, C.s400)}${shelves.join('')}${piled.join('')}${lamps.join('')}${inFront(
    {
      skin: SKIN[4],
      hair: '#1d1918',
      style: 'crop',
      coat: C.n700,
      collar: 'crew',
      beard: 'full',
      build: 1.08,
    },
  )}`
}

export function martin() {
  const window = (x) =>
    `<path d="M${x} 300V130a58 58 0 0 1 116 0V300Z" fill="${C.lamp}"/><path d="M${x + 58} 72V300M${x} 150H${x + 116}M${x} 224H${x + 116}" stroke="${C.n800}" stroke-width="5"/><path d="M${x} 300V130a58 58 0 0 1 116 0V300Z" fill="none" stroke="${C.n800}" stroke-width="9"/><path d="M${x - 14} 304h144" stroke="${C.n800}" stroke-width="12"/>`
  const chair = (x, y, size) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><path d="M4 132V34Q4 0 34 0H54Q84 0 84 34V132" fill="none" stroke="${C.n800}" stroke-width="8"/><path d="M12 16Q14 6 30 6H58Q74 6 76 16V62H12Z" fill="${C.brick}"/><path d="M0 78H88V92H0Z" fill="${C.n700}"/></g>`
  const rows = [
    chair(16, 352, 0.8),
    chair(100, 352, 0.8),
    chair(394, 352, 0.8),
    chair(478, 352, 0.8),
    chair(-30, 416, 1.12),
    chair(84, 416, 1.12),
    chair(384, 416, 1.12),
    chair(496, 416, 1.12),
  ]
  return `${box(0, 0, 560, 560, C.sand2)}${box(0, 396, 560, 164, C.sand3)}${window(44)}${window(400)}${tree(102, 300, 1.5, C.s500, C.s700)}${poplar(458, 300, 1.5, C.s500, C.s700)}<path d="M-5 300H560" stroke="${C.n800}" stroke-width="4"/>${rows.join('')}${inFront(
    {
      skin: SKIN[0],
      hair: '#e4e2dc',
      style: 'recede',
      coat: C.n900,
      collar: 'shirt',
      shirt: C.paper,
      beard: 'moustache',
      glasses: true,
    },
  )}`
}
