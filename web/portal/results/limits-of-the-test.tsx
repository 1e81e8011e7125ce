import { Link } from 'react-router'

/** Required on every page that promotes testing. */
export function LimitsOfTheTest() {
  return (
    <p>
      A normal PSA does not rule cancer out, and a raised one is not a diagnosis: see your GP if you
      notice changes when you pass urine, or blood.{' '}
      <Link to="/information-hub/prostate-diseases-and-prostate-cancer#the-limits-of-the-test">
        The limits of the test
      </Link>
    </p>
  )
}
