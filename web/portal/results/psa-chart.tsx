import { useId } from 'react'
import { type Drawn, laboratoriesOf, layOutChart, type Placed } from './chart-geometry.ts'
import styles from './over-time.module.css'

type ChartProps = { title: string; text: string; unit: string; runs: readonly (readonly Drawn[])[] }

/** Rendered for wide and for narrow screens; `text` is the text alternative. */
export function PsaChart(props: ChartProps) {
  return (
    <figure className={styles.figure}>
      <Chart {...props} width={720} className={styles.wide} />
      <Chart {...props} width={330} className={styles.narrow} />
      <Laboratories of={props.runs.flat()} />
    </figure>
  )
}

const HEIGHT = 300

type SizedProps = ChartProps & { width: number; className: string | undefined }

function Chart({ title, text, unit, runs, width, className }: SizedProps) {
  const id = useId()
  const {
    levels,
    days,
    runs: lines,
    left,
    right,
    foot,
  } = layOutChart(runs, { width, height: HEIGHT })
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${id}title ${id}text`}
    >
      <title id={`${id}title`}>{title}</title>
      <desc id={`${id}text`}>{text}</desc>
      <text x="0" y="18" className={styles.axis}>
        {unit}
      </text>
      {levels.map(({ y, label }, n) => (
        <g key={label}>
          {n > 0 && <path d={`M${left} ${y}H${right}`} className={styles.level} />}
          <text x={left - 10} y={y + 5} textAnchor="end" className={styles.axis}>
            {label}
          </text>
        </g>
      ))}
      {lines.map((run) => (
        <Line key={run[0]?.id} run={run} foot={foot} />
      ))}
      <path d={`M${left} ${foot}H${right}`} className={styles.foot} />
      {days.map(({ x, label }) => (
        <g key={x}>
          <path d={`M${x} ${foot}v7`} className={styles.foot} />
          <text x={x} y={foot + 28} textAnchor="middle" className={styles.axis}>
            {label}
          </text>
        </g>
      ))}
      {lines.flat().map((point) => (
        <Point key={point.id} point={point} />
      ))}
    </svg>
  )
}

function Line({ run, foot }: { run: readonly Placed[]; foot: number }) {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || run.length < 2) return null
  const through = run.map(({ x, y }) => `${x} ${y}`).join('L')
  return (
    <>
      <path d={`M${through}V${foot}H${first.x}Z`} className={styles.under} />
      <path d={`M${through}`} className={styles.line} />
    </>
  )
}

function Point({ point: { x, y, labelY, value, mark, isLatest } }: { point: Placed }) {
  return (
    <>
      <Mark x={x} y={y} mark={mark} isLatest={isLatest} />
      <text x={x} y={labelY} textAnchor="middle" className={styles.value} data-latest={isLatest}>
        {value}
      </text>
    </>
  )
}

function Mark(at: { x: number; y: number; mark: number; isLatest?: boolean }) {
  const { x, y, mark, isLatest = false } = at
  const r = isLatest ? 8 : 6
  const shapes = [
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
    `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
    `M${x} ${y - r - 2}l${r + 2} ${r + 2}l${-r - 2} ${r + 2}l${-r - 2} ${-r - 2}Z`,
  ]
  return <path d={shapes[mark % 3]} className={styles.point} data-latest={isLatest} />
}

function Laboratories({ of: results }: { of: readonly Drawn[] }) {
  const names = laboratoriesOf(results)
  if (names.length < 2) return null
  return (
    <figcaption>
      <ul className={styles.laboratories}>
        {names.map((name, mark) => (
          <li key={name}>
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <Mark x={10} y={10} mark={mark} />
            </svg>
            {name ?? 'Laboratory not known'}
          </li>
        ))}
      </ul>
    </figcaption>
  )
}
