import { YEAR_2023, YEAR_2024 } from '../../content/statistics.ts'
import { count } from './count.ts'
import styles from './statistics.module.css'

const { tests, abnormal, cancers, treatedRadically, underSurveillance } = YEAR_2023

export function FromTestsToTreatment() {
  return (
    <ol className={styles.bars}>
      <li>
        <p>
          <b>{count(tests)} tests:</b> {count(tests - abnormal)} normal, {abnormal} abnormal
        </p>
        <Bar light={tests - abnormal} dark={abnormal} whole={tests} />
      </li>
      <li>
        <p>
          <b>{abnormal} abnormal results:</b> {abnormal - cancers} with no cancer reported to us,{' '}
          {cancers} cancers diagnosed
        </p>
        <Bar light={abnormal - cancers} dark={cancers} whole={abnormal} />
      </li>
      <li>
        <p>
          <b>{cancers} cancers:</b> {underSurveillance} under surveillance, {treatedRadically}{' '}
          treated radically
        </p>
        <Bar light={underSurveillance} dark={treatedRadically} whole={cancers} />
      </li>
    </ol>
  )
}

/** Both years on one scale from zero. */
export function TwoYears() {
  const most = YEAR_2024.men
  return (
    <>
      <ol className={styles.bars}>
        <li>
          <p>
            <b>2023:</b> {count(tests)} tests
          </p>
          <Bar dark={tests} whole={most} />
        </li>
        <li>
          <p>
            <b>2024:</b> {count(most)} men
          </p>
          <Bar dark={most} whole={most} />
        </li>
      </ol>
      <p className={styles.note}>
        2023 counts tests and 2024 counts men. A man who was tested twice counts twice in 2023.
      </p>
    </>
  )
}

type BarProps = { light?: number; dark: number; whole: number }

export function Bar({ light = 0, dark, whole }: BarProps) {
  return (
    <svg viewBox={`0 0 ${whole} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect className={styles.light} width={light} height="1" />
      <rect className={styles.dark} x={light} width={dark} height="1" />
    </svg>
  )
}
