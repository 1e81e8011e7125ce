import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { EventFilters, EventOnMap } from '../../domain/contract.ts'
import styles from './event-map.module.css'
import type { LiveMap } from './live-map.tsx'
import type { MapTiles } from './tiles.ts'

const NEAR = '100px'

type EventMapProps = {
  events: readonly EventOnMap[]
  isList?: boolean
  /** After a search for a place: the map opens on the first. */
  isNearestFirst?: boolean | undefined
  /** Filters of the whole list, of which `events` are one page. */
  wholeList?: EventFilters | undefined
  tiles: MapTiles
  title: string
  children: ReactNode
}

/** Left out without JavaScript and in print. Its code, some 42 kB, is loaded near the viewport. */
export function EventMap(props: EventMapProps) {
  const {
    events,
    isList = false,
    isNearestFirst = false,
    wholeList,
    tiles,
    title,
    children,
  } = props
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
              isNearestFirst={isNearestFirst}
              wholeList={wholeList}
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
