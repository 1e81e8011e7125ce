import { MEN_PER_DOT, YEAR_2023 } from '../../../content/statistics.ts'
import styles from './hundred-men.module.css'

const DOTS = 100
const ACROSS = 10
const CANCERS = Math.round(YEAR_2023.cancers / MEN_PER_DOT)
const ABNORMAL = Math.round(YEAR_2023.abnormal / MEN_PER_DOT)
const NORMAL = DOTS - ABNORMAL

export function HundredMen() {
  return (
    <figure className={styles.figure}>
      <svg viewBox="0 0 200 200" aria-hidden="true" focusable="false">
        {Array.from({ length: DOTS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is nothing but its place
          <Dot key={index} index={index} />
        ))}
      </svg>
      <ul>
        <li>
          <b>{NORMAL}</b>
          <span>had a normal result. Most do not need to do anything until their next test.</span>
        </li>
        <li>
          <b>{ABNORMAL}</b>
          <span>
            had an abnormal result and were followed up. For most of them it was not cancer.
          </span>
        </li>
        <li>
          <b>{CANCERS}</b>
          <span>
            of those {ABNORMAL} was diagnosed with cancer: {YEAR_2023.cancers} men in all.{' '}
            {YEAR_2023.treatedRadically} were treated radically and {YEAR_2023.underSurveillance}{' '}
            were kept under surveillance.
          </span>
        </li>
      </ul>
      <figcaption>
        One dot stands for {MEN_PER_DOT} men. A ring marks an abnormal result, a diamond a cancer.
      </figcaption>
    </figure>
  )
}

function Dot({ index }: { index: number }) {
  const x = (index % ACROSS) * 20 + 10
  const y = Math.floor(index / ACROSS) * 20 + 10
  if (index >= DOTS - CANCERS) return <path className={styles.cancer} d={diamond(x, y)} />
  const isNormal = index < NORMAL
  return <circle className={isNormal ? styles.normal : styles.abnormal} cx={x} cy={y} r="7.5" />
}

const diamond = (x: number, y: number) =>
  `M${x} ${y - 9}L${x + 9} ${y}L${x} ${y + 9}L${x - 9} ${y}Z`
