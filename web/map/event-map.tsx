import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './event-map.module.css'
import type { LiveMap } from './live-map.tsx'
import type { LocatedEvent } from './places.ts'
import type { MapTiles } from './tiles.ts'

/** How near the map must come to the window before it is fetched. */
const NEAR = '100px'

type EventMapProps = {
  /** At least one. */
  events: readonly LocatedEvent[]
  /** They are those of a list beside the map, whose numbers the pins carry. */
  isList?: boolean
  tiles: MapTiles
  /** The heading, for screen readers. */
  title: string
  /** Under the map, and instead of it while there is none. */
  children: ReactNode
}

/**
 * Events on a map (spec §2 and §9), over an outline of the islands that needs no other service. It
 * says nothing that the page does not say in words; without JavaScript and on paper it is left out.
 * The map itself, some 42 kB, is fetched when it comes near the window.
 */
export function EventMap(props: EventMapProps) {
  const { events, isList = false, tiles, title, children } = props
  const heading = useId()
  const end = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<{ Map: typeof LiveMap } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!frame.current) return
    let isGone = false
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        import('./live-map.tsx').then(
          ({ LiveMap }) => isGone || setLive({ Map: LiveMap }),
          () => isGone || setHasFailed(true),
        )
      },
      { rootMargin: NEAR },
    )
    watch.observe(frame.current)
    return () => {
      isGone = true
      watch.disconnect()
    }
  }, [])

  return (
    <section aria-labelledby={heading} className={styles.map}>
      <h2 id={heading} className="visually-hidden">
        {title}
      </h2>
      {hasFailed ? (
        <p className={styles.failed} role="status">
          The map could not be loaded.
        </p>
      ) : (
        <div ref={frame} className={styles.frame} data-single={events.length === 1 || undefined}>
          {live && (
            <live.Map
              events={events}
              isList={isList}
              tiles={tiles}
              end={end}
              onFail={() => setHasFailed(true)}
            />
          )}
        </div>
      )}
      <div id={end} tabIndex={-1} className={styles.words}>
        {children}
      </div>
    </section>
  )
}
