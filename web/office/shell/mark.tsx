import { Link } from 'react-router'
import { CHARITY_NAME } from '../../../content/charity.ts'
import styles from './shell.module.css'

/** The charity's mark, which leads to the start of the office. */
export function Mark() {
  return (
    <Link className={styles.mark} to="/">
      <img src="/favicon.svg" width={36} height={36} alt="" />
      <span>
        <b>{CHARITY_NAME}</b> Office
      </span>
    </Link>
  )
}
