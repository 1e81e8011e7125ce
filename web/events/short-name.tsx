import { shortTitle } from '../../domain/events.ts'

/**
 * An event's name cut as on every card (spec §9); the tooltip and screen readers get the whole.
 */
export function ShortName({ name }: { name: string }) {
  const short = shortTitle(name)
  if (short === name) return name
  return (
    <>
      <span aria-hidden="true" title={name}>
        {short}
      </span>
      <span className="visually-hidden">{name}</span>
    </>
  )
}
