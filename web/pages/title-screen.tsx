import { type MetaArgs, useLocation } from 'react-router'
import { screenTitle } from '../../content/pages.ts'
import { SITE_NAME } from '../page-meta.ts'
import { TitleOnly } from './title-only.tsx'

export function meta({ location }: MetaArgs) {
  return [
    { title: `${screenTitle(location.pathname)} – ${SITE_NAME}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** A screen of booking that shows its title for now. */
export default function TitleScreen() {
  return <TitleOnly title={screenTitle(useLocation().pathname)} />
}
