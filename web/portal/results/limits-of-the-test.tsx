import { Link } from 'react-router'
import { LIMITS_OF_THE_TEST } from '../../../domain/limits-of-the-test.ts'

/** Required on every page that promotes testing. */
export function LimitsOfTheTest() {
  return (
    <p>
      {LIMITS_OF_THE_TEST}{' '}
      <Link to="/information-hub/prostate-diseases-and-prostate-cancer#the-limits-of-the-test">
        The limits of the test
      </Link>
    </p>
  )
}
