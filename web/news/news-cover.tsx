import type { ReactNode } from 'react'
import styles from './news.module.css'

type Colours = readonly [ground: string, main: string, second: string, third: string]
type Draw = (colours: Colours, seed: number) => ReactNode

const NAVY = '#10243e'
const BLUE = '#17325a'
const FOREST = '#43604d'
const MOSS = '#557862'
const SAGE = '#8fae98'
const PALE_SAGE = '#d0ded3'
const SAND = '#f3efe6'
const DEEP_SAND = '#e2d9c6'
const OCHRE = '#e3ae4f'
const PAPER = '#fbfaf6'

const COLOURS: readonly Colours[] = [
  [NAVY, SAGE, SAND, OCHRE],
  [PALE_SAGE, NAVY, MOSS, PAPER],
  [FOREST, SAND, NAVY, SAGE],
  [DEEP_SAND, FOREST, BLUE, PAPER],
  [BLUE, PALE_SAGE, PAPER, MOSS],
  [SAGE, NAVY, PAPER, FOREST],
]

const SHAPES: readonly Draw[] = [arcs, vials, leaves, waves, rings, chevrons, sun, pins]

/** Neighbours never have the same drawing. */
export function coverOf(id: number): { shape: number; colours: number } {
  return { shape: (id * 3 + 6) % SHAPES.length, colours: id % COLOURS.length }
}

export function NewsCover({ id }: { id: number }) {
  const { shape, colours: pair } = coverOf(id)
  const colours = COLOURS[pair]
  if (!colours) return null
  return (
    <svg
      className={styles.cover}
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M0 0H480V320H0Z" fill={colours[0]} />
      {SHAPES[shape]?.(colours, id)}
    </svg>
  )
}

function arcs([ground, main, second, third]: Colours) {
  const fills = [main, ground, second, ground, third]
  return [208, 168, 128, 88, 48].map((radius, i) => (
    <circle key={radius} cx={240} cy={320} r={radius} fill={fills[i]} />
  ))
}

function vials([, main, second, third]: Colours, seed: number) {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const x = 60 + i * 64
    const top = 100 + ((seed * 37 + i * 53) % 110)
    return (
      <g key={x}>
        <path d={`M${x} 40H${x + 42}V255a21 21 0 0 1-42 0Z`} fill={second} />
        <path d={`M${x} ${top}H${x + 42}V255a21 21 0 0 1-42 0Z`} fill={i === 3 ? third : main} />
        <path d={`M${x - 5} 32h52v14h-52z`} fill={main} />
      </g>
    )
  })
}

function leaves([, main, second, third]: Colours) {
  return [0, 1, 2, 3, 4].map((i) => (
    <g key={i} transform={`translate(${48 + i * 96} 30)`}>
      <path d="M0 270C-62 160-36 70 0 0 36 70 62 160 0 270Z" fill={i % 2 ? second : main} />
      <path
        d="M0 270C62 160 36 70 0 0Z"
        fill={i === 2 ? third : 'none'}
        stroke={third}
        strokeWidth={2}
      />
    </g>
  ))
}

function waves([ground, main, second, third]: Colours, seed: number) {
  const fills = [main, second, ground, third, main, second]
  return [70, 118, 166, 214, 262, 310].map((y, i) => {
    const start = -120 + ((seed * 29 + i * 47) % 90)
    const line = 'q55-62 110 0t110 0 110 0 110 0 110 0 110 0'
    return <path key={y} d={`M${start} ${y}${line}V330H${start}Z`} fill={fills[i]} />
  })
}

function rings([, main, second, third]: Colours) {
  const sizes = [25, 50, 75, 100, 124]
  return (
    <>
      <g fill="none" stroke={main} strokeWidth={10}>
        {sizes.map((r) => (
          <circle key={r} cx={178} cy={160} r={r} />
        ))}
      </g>
      <g fill="none" stroke={second} strokeWidth={10}>
        {sizes.map((r) => (
          <circle key={r} cx={302} cy={160} r={r} />
        ))}
      </g>
      <path d="M240 53a124 124 0 0 1 0 214 124 124 0 0 1 0-214Z" fill={third} />
    </>
  )
}

function chevrons([, main, second, third]: Colours) {
  const fills = [main, second, main, third, main, second, main]
  return [-60, 17, 94, 171, 248, 325, 402].map((x, i) => (
    <path key={x} d={`M${x} 0h46l92 160-92 160h-46l92-160Z`} fill={fills[i]} />
  ))
}

function sun([ground, main, second, third]: Colours) {
  return (
    <>
      <circle cx={300} cy={148} r={100} fill={third} />
      <path d="M0 180c110 50 170 20 250-10s150-30 230 10v140H0Z" fill={second} />
      <path d="M0 236c90 10 130-46 220-40s160 70 260 50v74H0Z" fill={main} />
      <path d="M0 250c110-30 190 60 280 62s130-30 200-50v58H0Z" fill={ground} />
    </>
  )
}

function pins([, main, second, third]: Colours, seed: number) {
  const places = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3, 4, 5].map((column) => [column, row]))
  return places.map(([column = 0, row = 0]) => {
    const [x, y] = [40 + column * 80, 40 + row * 80]
    const isPin = (column * 3 + row * 5 + seed) % 7 === 0
    if (!isPin) {
      const fill = (column + row) % 3 ? main : second
      return <circle key={`${x} ${y}`} cx={x} cy={y} r={17} fill={fill} />
    }
    const pin = `M${x} ${y + 30}c-31-26-22-56 0-56s31 30 0 56Z`
    return <path key={`${x} ${y}`} d={pin} fill={third} />
  })
}
