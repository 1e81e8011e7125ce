import { type LinkProps, Link as RouterLink } from 'react-router'

/** The server renders only the anchor, without the router's hooks. `to` begins with '/' or a scheme. */
export const Link = import.meta.env.SSR ? Anchor : RouterLink

function Anchor(props: LinkProps) {
  const { to, state, replace, reloadDocument, preventScrollReset, prefetch, ...rest } = props
  const href = String(to)
  return <a {...rest} href={href} data-discover={href.startsWith('/') ? 'true' : undefined} />
}
