import styles from './counts.module.css'
import narrow from './invited-narrow.svg'
import wide from './invited-wide.svg'
import eight from './one-in-eight.svg'
import four from './one-in-four.svg'

export function OneIn() {
  return (
    <div className={styles.pair}>
      <figure>
        <img src={eight} width={576} height={83} loading="lazy" alt="" />
        <figcaption>
          <b>1 in 8</b> of all men
        </figcaption>
      </figure>
      <figure>
        <img src={four} width={288} height={83} loading="lazy" alt="" />
        <figcaption>
          <b>1 in 4</b> Black men
        </figcaption>
      </figure>
    </div>
  )
}

/** The result of ERSPC after 23 years, as 456 dots (NEJM 2025; 393: 1669). */
export function Invited() {
  return (
    <figure className={styles.invited}>
      <picture>
        <source media="(width < 37.5em)" srcSet={narrow} width={336} height={266} />
        <img
          src={wide}
          width={532}
          height={168}
          loading="lazy"
          alt="456 dots. 12 have a ring round them and one is a diamond."
        />
      </picture>
      <figcaption>
        The ERSPC trial as a picture: 456 men were invited. Each ring is one of the 12 men diagnosed
        who would not have been otherwise. The diamond is the one death from prostate cancer that
        was prevented.
      </figcaption>
    </figure>
  )
}
