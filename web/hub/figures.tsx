import type { ReactNode } from 'react'
import { FIRST_SCREENINGS, YEAR_2023, YEAR_2024 } from '../../content/statistics.ts'
import { count } from './count.ts'
import styles from './statistics.module.css'

const { tests, abnormal, claimedAbnormal, cancers, treatedRadically, underSurveillance } = YEAR_2023
const CALCULATED = `${((abnormal / tests) * 100).toFixed(2)}%`

export function Table2023() {
  return (
    <>
      <table className={styles.table}>
        <caption>PSA tests in 2023 and what they found</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Number</th>
            <th scope="col">Of all tests</th>
          </tr>
        </thead>
        <tbody>
          <Row what="PSA tests" number={tests} />
          <Row what="Normal results" number={tests - abnormal} />
          <Row what="Abnormal results" number={abnormal}>
            {claimedAbnormal} (<a href="#note-abnormal">see note</a>)
          </Row>
          <Row what="Cancers diagnosed" number={cancers}>
            {oneIn(cancers)}
          </Row>
          <Row what="Treated radically" number={treatedRadically}>
            {oneIn(treatedRadically)}
          </Row>
          <Row what="Under surveillance" number={underSurveillance}>
            {oneIn(underSurveillance)}
          </Row>
        </tbody>
      </table>
      <p id="note-abnormal" className={styles.note}>
        Note: {claimedAbnormal} is the figure that the charity has published. {abnormal} of{' '}
        {count(tests)} is {CALCULATED}. The charts below use the counts. ‘Treated radically’ means
        treatment that aims to cure the cancer, such as surgery or radiotherapy.
      </p>
    </>
  )
}

export function Table2024() {
  const { men, events } = YEAR_2024
  return (
    <table className={styles.table}>
      <caption>Screening in 2024</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Number</th>
        </tr>
      </thead>
      <tbody>
        <Row what="Men screened" number={men} isShort />
        <Row what="Events" number={events} isShort />
        <Row what="Men at an event, on average" number={Math.round(men / events)} isShort />
      </tbody>
    </table>
  )
}

export function FirstScreeningsTable() {
  return (
    <table className={styles.table}>
      <caption>First screenings, over the years</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Figure</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Abnormal at the first screening</th>
          <td>{FIRST_SCREENINGS.abnormal}</td>
        </tr>
        <tr>
          <th scope="row">Follow-up of an abnormal result</th>
          <td>{FIRST_SCREENINGS.followUp}</td>
        </tr>
      </tbody>
    </table>
  )
}

type RowProps = { what: string; number: number; isShort?: boolean; children?: ReactNode }

function Row({ what, number, isShort, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>{count(number)}</td>
      {!isShort && <td>{children}</td>}
    </tr>
  )
}

function oneIn(part: number): string {
  return `about 1 in ${Math.round(tests / part)}`
}
