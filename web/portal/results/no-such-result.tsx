import { Helpline } from '../../events/helpline.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** The same for an unknown id and for another member's result. */
export function NoSuchResult() {
  return (
    <div className="stack-roomy">
      <p className="lede">
        We cannot find this result. The laboratory may have corrected it, in which case the
        correction is in your list. Or we may be checking it before we show it to you, and the list
        will say so.
      </p>
      <p>
        If you cannot find your result, please call <Helpline />.
      </p>
      <ButtonLink to="/medical-results">All your results</ButtonLink>
    </div>
  )
}
