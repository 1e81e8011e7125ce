// The picture above the poster's text, 840 by 580: the hall and people on the way to it.
import { hall } from './hall.mjs'
import { C, hill, moon, poplar, SKIN, tree } from './kit.mjs'
import { man } from './people.mjs'

export function posterEvening() {
  const base = 430
  const far = hill(
    [
      [-20, 300],
      [160, 268],
      [340, 286],
      [520, 248],
      [700, 262],
      [860, 240],
    ],
    { fill: '#2b4a55', line: C.s500, n: 6, step: 14, base },
  )
  const middle = hill(
    [
      [-20, 350],
      [180, 330],
      [380, 344],
      [560, 318],
      [720, 322],
      [860, 312],
    ],
    { fill: C.s700, line: C.s400, n: 7, step: 13, base },
  )
  const near = hill(
    [
      [-20, 392],
      [200, 384],
      [420, 390],
      [640, 380],
      [860, 384],
    ],
    { fill: C.s400, line: C.s200, n: 4, step: 13, o: 0.7, base },
  )
  const trees = [
    poplar(470, 332, 0.9, C.s800, C.s900),
    poplar(490, 334, 0.7, C.s800, C.s900),
    tree(790, 334, 0.9, C.s800, C.s900),
    tree(130, 350, 0.7, C.s800, C.s900),
  ].join('')
  const men = [
    man({
      x: 470,
      y: 408,
      scale: 0.62,
      skin: SKIN[4],
      style: 'crop',
      coat: C.n800,
      arm: 'wave',
    }),
    man({
      x: 512,
      y: 414,
      scale: 0.66,
      skin: SKIN[0],
      style: 'sides',
      hair: '#D9DAD6',
      coat: C.sand2,
      trousers: '#3b4656',
      arm: 'stick',
    }),
    man({
      x: 748,
      y: 412,
      scale: 0.66,
      skin: SKIN[5],
      style: 'crop',
      coat: C.ochre,
      trousers: C.n900,
      arm: 'pocket',
      flip: -1,
    }),
  ].join('')
  const sky = `<path d="M0 0H840V580H0Z" fill="${C.n900}"/>${moon(668, 336, 32, [54, 82, 114])}`
  const house = `<g transform="translate(634 384) scale(.78)">${hall()}</g>`
  return `${sky}<g transform="translate(0 150)">${far}${middle}${trees}${house}${near}${men}</g>`
}
