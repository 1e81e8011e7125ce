import { useLocation } from 'react-router'
import { Link } from '../ui/link.tsx'
import type { NavLink } from './links.ts'

export function LinkItems({ links }: { links: readonly NavLink[] }) {
  const { pathname } = useLocation()
  return links.map(({ label, to }) => (
    <li key={label}>
      <Link to={to} aria-current={to === pathname ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  ))
}
