import { Link } from 'react-router'
import { ErrorPage } from './pages/error-page.tsx'
import { ButtonLink } from './ui/button.tsx'

export function meta() {
  return [{ title: 'Page not found – CHAPS' }, { name: 'robots', content: 'noindex' }]
}

export default function NotFound() {
  return (
    <ErrorPage
      number="404"
      title="Page not found"
      words="Sorry, we couldn't find the page you're looking for."
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
