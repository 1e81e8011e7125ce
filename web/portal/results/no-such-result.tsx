import { Helpline } from '../../events/helpline.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** The same for an unknown id and for another member's result. */
export function NoSuchResult() {
  return (
    <div className="stack-roomy">
      <p className="lede">
        There is no result of yours at this address. The laboratory may have corrected it since: the
        correction then stands in the list. Or we are checking it before we show it: the list then
        says so.
      </p>
      <p>
        If you are looking for a result and cannot find it, please ring <Helpline />.
      </p>
      <ButtonLink to="/medical-results">All your results</ButtonLink>
    </div>
  )
}
