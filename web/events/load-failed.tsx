import { useLocation } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Helpline } from './helpline.tsx'

export function LoadFailed({ what, level }: { what: string; level?: 3 }) {
  const { pathname, search } = useLocation()
  return (
    <div className="stack-roomy">
      <Notice tone="warn" title={`We could not load ${what}`} level={level} role="alert">
        <p>Please try again in a moment, or call us and we will look it up for you.</p>
        <p>
          <Helpline />
        </p>
      </Notice>
      <ButtonLink to={pathname + search} reloadDocument>
        Try again
      </ButtonLink>
    </div>
  )
}
