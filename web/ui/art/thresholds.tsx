import { DECADES, THRESHOLDS, type Threshold } from '../../../content/thresholds.ts'
import styles from './thresholds.module.css'

/** The end of the scale, in ng/ml. */
const END = 7
const LINE = 32

/** Which PSA each guideline calls raised, on a ruler for each decade of age and in a table. */
export function Thresholds() {
  return (
    <figure className={styles.figure}>
      <ul className={styles.key} aria-hidden="true">
        {THRESHOLDS.map(({ who, mark }) => (
          <li key={who}>
            <svg width="20" height="20" aria-hidden="true">
              <svg x="10" y="10" overflow="visible" aria-hidden="true">
                <Mark mark={mark} />
              </svg>
            </svg>
            {who}
          </li>
        ))}
      </ul>
      <div className={styles.rulers} aria-hidden="true">
        {DECADES.map((decade, place) => (
          <Ruler key={decade} decade={decade} place={place} />
        ))}
        <span>ng/ml</span>
        <svg height="24" aria-hidden="true">
          {Array.from({ length: END + 1 }, (_, value) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a figure of the scale is its place
            <text key={value} x={at(value)} y="16">
              {value}
            </text>
          ))}
        </svg>
      </div>
      <ThresholdTable />
    </figure>
  )
}

function Ruler({ decade, place }: { decade: string; place: number }) {
  return (
    <>
      <b>{decade}</b>
      <svg height="64" aria-hidden="true">
        <line className={styles.scale} x1="0" x2="100%" y1={LINE} y2={LINE} />
        {Array.from({ length: END + 1 }, (_, value) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: a tick of the scale is its place
            key={value}
            className={styles.scale}
            x1={at(value)}
            x2={at(value)}
            y1={LINE - 5}
            y2={LINE + 5}
          />
        ))}
        {THRESHOLDS.map(({ who, mark, values }) => {
          const value = values[place]
          if (!value) return null
          return (
            <svg key={who} x={at(Number(value))} y={LINE} overflow="visible" aria-hidden="true">
              <Mark mark={mark} />
              <text y={mark === 'square' ? 28 : -16}>{value}</text>
            </svg>
          )
        })}
      </svg>
    </>
  )
}

function Mark({ mark }: Pick<Threshold, 'mark'>) {
  if (mark === 'diamond') return <path className={styles.diamond} d="M0-9L9 0 0 9-9 0Z" />
  if (mark === 'square') return <path className={styles.square} d="M-7-7H7V7H-7Z" />
  return <circle className={styles.ring} r="7" />
}

function ThresholdTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
    <section className={styles.table} aria-label="PSA levels that count as raised" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Organisation</th>
            <th scope="col">Who it is for</th>
            {DECADES.map((decade) => (
              <th key={decade} scope="col">
                {decade}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {THRESHOLDS.map(({ who, forWhom, word, values }) => (
            <tr key={who}>
              <th scope="row">{who}</th>
              <td data-label="For whom">{forWhom}</td>
              {DECADES.map((decade, place) => (
                <td key={decade} data-label={`Age ${decade}`}>
                  {values[place] ? `${word} ${values[place]}` : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const at = (value: number) => `${((value / END) * 100).toFixed(2)}%`
