import eight from '../ui/art/men-eight.svg'
import twoRows from '../ui/art/men-two-rows.svg'
import styles from './eight-men.module.css'

export function EightMen() {
  return (
    <section className={styles.eight} aria-label="How common it is">
      <div className="wrap">
        <p>
          <b>1&nbsp;in&nbsp;8 men</b> will get prostate cancer. For Black men it is{' '}
          <b>1&nbsp;in&nbsp;4</b>. If it is found early, it can often be treated or safely
          monitored.
        </p>
        <picture>
          <source media="(width < 43.75em)" srcSet={twoRows} width={528} height={356} />
          <img
            src={eight}
            width={1056}
            height={166}
            loading="lazy"
            alt="Eight men drawn side by side. One of the eight stands in a lit archway."
          />
        </picture>
      </div>
    </section>
  )
}
