import { Link } from 'react-router'
import { charity } from '../../../content/charity.ts'
import styles from './shell.module.css'

/** The charity's mark, which leads to the start of the office. */
export function Mark() {
  return (
    <Link className={styles.mark} to="/">
      <img src="/favicon.svg" width={36} height={36} alt="" />
      <span>
        <b>{charity.name}</b> Office
      </span>
    </Link>
  )
}
