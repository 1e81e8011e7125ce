import { type MetaArgs, useLocation } from 'react-router'
import { SCREEN_TITLES } from '../../content/pages.ts'
import { SITE_NAME } from '../page-meta.ts'
import { TitleOnly } from './title-only.tsx'

export function meta({ location }: MetaArgs) {
  return [
    { title: `${titleOf(location.pathname)} – ${SITE_NAME}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** Runs in the browser, so that the server sends the same bytes to everyone. */
export function clientLoader() {
  return null
}

export function HydrateFallback() {
  return <Title />
}

/** A screen of booking or portal that shows its title for now. */
export default function TitleScreen() {
  return <Title />
}

function Title() {
  return <TitleOnly title={titleOf(useLocation().pathname)} />
}

function titleOf(pathname: string): string {
  return SCREEN_TITLES.find((screen) => screen.path === pathname)?.title ?? SITE_NAME
}
