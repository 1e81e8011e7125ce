import { useMatches } from 'react-router'
import { headingId } from '../../../content/heading-id.ts'

/** What web/office/routes.tsx says of a screen: the heading of the handbook's part that helps there. */
export type ScreenHandle = { help: string }

const FIRST_PART = 'I want to'

/** The id of the part that helps on this screen; where a screen names none, of the index. */
export function useHelpOfScreen(): string {
  const helps = useMatches().flatMap(({ handle }) => (isScreenHandle(handle) ? [handle.help] : []))
  return headingId(helps.at(-1) ?? FIRST_PART)
}

function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === 'object' && handle !== null && 'help' in handle
}
