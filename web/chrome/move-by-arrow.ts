const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** The ARIA Authoring Practices' disclosure navigation menu with top-level links. */
export function moveByArrow(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey) return
  const from = event.target
  if (!(from instanceof HTMLElement)) return
  const goesInto = key === 'ArrowDown' && from.ariaExpanded === 'true'
  const list = goesInto ? from.nextElementSibling : from.closest('ul')
  const stops = [...(list?.querySelectorAll<HTMLElement>(':scope > li > :is(a, button)') ?? [])]
  const at = stops.indexOf(from)
  const step = STEPS[key]
  const to = step ? at + step : { Home: 0, End: stops.length - 1 }[key]
  if (to === undefined) return
  event.preventDefault()
  stops[to]?.focus()
}
