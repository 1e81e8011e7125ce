import { BANDS } from '../../../content/thresholds.ts'
import { Icon } from '../icon.tsx'
import amber from './band-amber.svg'
import green from './band-green.svg'
import red from './band-red.svg'
import styles from './result-ruler.module.css'

const LOOKS = {
  Green: { picture: green, icon: 'check-circle' },
  Amber: { picture: amber, icon: 'warning-circle' },
  Red: { picture: red, icon: 'stethoscope' },
} as const

export function ResultRuler() {
  return (
    <figure className={styles.figure}>
      <ol>
        {BANDS.map(({ colour, means, next }) => (
          <li key={colour} data-band={colour}>
            <img src={LOOKS[colour].picture} width={320} height={56} loading="lazy" alt="" />
            <p>
              <b>
                <Icon name={LOOKS[colour].icon} /> {colour}
              </b>
              {means}
            </p>
            <p>{next}</p>
          </li>
        ))}
      </ol>
      <figcaption>
        Low PSA is on the left, high PSA on the right. The pin is an example of an amber result. A
        clinician or the laboratory chooses the colour. This site never works it out from the
        number. The colours are the charity’s own.
      </figcaption>
    </figure>
  )
}
