import prostate from './prostate.svg'
import styles from './prostate-diagram.module.css'

/** Name, function, start of the line, and position of the label (x, y of its first line). */
const PARTS = [
  {
    name: 'Bladder',
    does: 'stores urine',
    spot: [464, 130],
    label: [588, 102],
    number: [380, 110],
  },
  {
    name: 'Prostate',
    does: 'the size of a walnut',
    spot: [452, 316],
    label: [588, 336],
    number: [332, 320],
  },
  {
    name: 'Urethra',
    does: 'carries urine out',
    spot: [382, 462],
    label: [588, 468],
    number: [380, 450],
  },
  {
    name: 'Seminal vesicle',
    does: 'adds to semen',
    spot: [274, 252],
    label: [170, 212],
    number: [274, 252],
  },
  { name: 'Ureter', does: 'from the kidney', spot: [296, 70], label: [170, 76], number: [296, 60] },
  {
    name: 'Pelvic floor',
    does: 'muscle',
    spot: [322, 401],
    label: [170, 407],
    number: [285, 405],
  },
] as const

const MIDDLE = 380

/** The prostate and its surroundings; on a phone the labels are numbers with a list below. */
export function ProstateDiagram() {
  return (
    <figure className={styles.diagram}>
      <svg viewBox="0 0 760 520" role="img" aria-labelledby="diagram-title diagram-words">
        <title id="diagram-title">The prostate, seen from the front</title>
        <desc id="diagram-words">
          The bladder is above. The prostate is under it, and the urethra runs from the bladder down
          through the middle of the prostate. A seminal vesicle lies on each side. A ureter comes
          down to the bladder from each kidney. The pelvic floor is below the prostate.
        </desc>
        <image href={prostate} width="760" height="520" />
        <g className={styles.words}>
          {PARTS.map(({ name, does, spot: [x, y], label: [at, top] }) => {
            const isRight = at > MIDDLE
            return (
              <g key={name} textAnchor={isRight ? 'start' : 'end'}>
                <path d={`M${x} ${y}L${at + (isRight ? -8 : 8)} ${top - 6}`} />
                <circle cx={x} cy={y} r="4" />
                <text x={at} y={top}>
                  {name}
                </text>
                <text className={styles.does} x={at} y={top + 21}>
                  {does}
                </text>
              </g>
            )
          })}
        </g>
        <g className={styles.numbers} textAnchor="middle">
          {PARTS.map(({ name, number: [x, y] }, index) => (
            <g key={name}>
              <circle cx={x} cy={y} r="25" />
              <text x={x} y={y + 10}>
                {index + 1}
              </text>
            </g>
          ))}
        </g>
      </svg>
      <ol className={styles.key}>
        {PARTS.map(({ name, does }) => (
          <li key={name}>
            <b>{name}</b>, {does}
          </li>
        ))}
      </ol>
      <figcaption>Seen from the front. Drawn simply, and not to scale.</figcaption>
    </figure>
  )
}
