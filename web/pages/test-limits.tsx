import { Link } from 'react-router'
import { Notice } from '../ui/notice.tsx'

/** For every page that recommends testing. */
export function TestLimits() {
  return (
    <Notice icon="scales">
      <p>
        <b>The limits of the test.</b> A raised PSA is not a diagnosis, and a normal one does not
        rule cancer out. The UK National Screening Committee does not recommend screening all men;
        we take a different view.{' '}
        <Link to="/information-hub/prostate-diseases-and-prostate-cancer">Read both sides</Link>.
      </p>
    </Notice>
  )
}
