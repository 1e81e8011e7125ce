import { Link } from 'react-router'
import styles from './not-found.module.css'
import signpost from './ui/art/signpost.svg'
import { ButtonLink } from './ui/button.tsx'

export function meta() {
  return [{ title: 'Page not found – CHAPS' }, { name: 'robots', content: 'noindex' }]
}

/** For an address that leads nowhere; also shown where an article or a story does not exist. */
export default function NotFound() {
  return (
    <div className="wrap">
      <div className={styles.lost}>
        <div className="stack-roomy">
          <p className={styles.number}>404</p>
          <h1 tabIndex={-1}>Page not found</h1>
          <p className="lede">Sorry, we couldn't find the page you're looking for.</p>
          <ButtonLink to="/">Go back home</ButtonLink>
          <nav aria-label="Useful pages">
            <p>You may have been looking for one of these:</p>
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
        </div>
        <img src={signpost} width={560} height={420} alt="" />
      </div>
    </div>
  )
}
