import { Link, useLocation } from 'react-router'
import { charity, telephoneLink } from '../charity.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorPage } from './error-page.tsx'
import { useReportedError } from './use-reported-error.ts'

export function SomethingWrong({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  useReportedError()
  const [title, text] =
    status === 503
      ? ['We are very busy', 'Please try again in a moment.']
      : ['Something went wrong', 'An unexpected error occurred. Please try again later.']
  return (
    <ErrorPage title={title} words={text}>
      <ButtonLink to={pathname + search} reloadDocument>
        Try again
      </ButtonLink>
      <p>
        Or <Link to="/">go back home</Link>, or call us on{' '}
        <a href={telephoneLink('booking_helpline')}>{charity.booking_helpline}</a>.
      </p>
    </ErrorPage>
  )
}
