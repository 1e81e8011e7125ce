import { Link, useLocation } from 'react-router'
import { ErrorPage } from './pages/error-page.tsx'
import { ButtonLink } from './ui/button.tsx'

export function meta() {
  return [{ title: 'Page not found – CHAPS' }, { name: 'robots', content: 'noindex' }]
}

/** The server shows it for a page whose text nobody has approved, at that page's own address. */
const NOT_PUBLISHED = '/not-published'

export default function NotFound() {
  const isUnpublished = useLocation().pathname === NOT_PUBLISHED
  return (
    <ErrorPage
      number="404"
      title={isUnpublished ? 'Not published yet' : 'Page not found'}
      words={
        isUnpublished
          ? 'The text of this page has not been approved yet, so we have not published it.'
          : "Sorry, we couldn't find the page you're looking for."
      }
    >
      <ButtonLink to="/">Go back home</ButtonLink>
      <nav aria-label="Useful pages">
        <p>You may be looking for one of these:</p>
        <ul>
          <li>
            <Link to="/book-event-main">Find a screening event</Link>
          </li>
          <li>
            <Link to="/information-hub">Read about prostate health</Link>
          </li>
          <li>
            <Link to="/contact-us">Contact us</Link>
          </li>
        </ul>
      </nav>
    </ErrorPage>
  )
}
