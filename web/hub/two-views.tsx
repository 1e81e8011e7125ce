import { Link } from 'react-router'
import { Notice } from '../ui/notice.tsx'

/** The opposing view, for a page that recommends the test. */
export function TwoViews() {
  return (
    <Notice icon="scales" title="Two views of screening">
      <p>
        The UK National Screening Committee does not recommend mass PSA screening: it judges that
        this would do more harm than good. We think men should be given the facts and offered the
        test. A raised PSA is not a diagnosis, and a normal one does not rule cancer out.{' '}
        <Link to="/information-hub/prostate-diseases-and-prostate-cancer#the-limits-of-the-test">
          Read about the limits of the test
        </Link>
      </p>
    </Notice>
  )
}
