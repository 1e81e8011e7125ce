import { Link } from 'react-router'

export function meta() {
  return [{ title: 'Page not found – CHAPS' }, { name: 'robots', content: 'noindex' }]
}

export default function NotFound() {
  return (
    <>
      <p>404</p>
      <h1>Page not found</h1>
      <p>Sorry, we couldn't find the page you're looking for.</p>
      <Link to="/">Go back home</Link>
    </>
  )
}
