import { shortTitle } from '../../domain/events.ts'

/** Cut to 24 characters (rules §1.8); the tooltip and screen readers get the whole name. */
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
