import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { reportClientError } from '../../report-error.ts'
import { read } from '../api.ts'
import { isNoConnection } from '../parts/no-connection.ts'

type Shown = Awaited<ReturnType<typeof read<'GET /api/office/banners/shown'>>>['data']

/** What the charity says to those who work here, asked again at every screen. */
export function OfficeBanners() {
  const { key } = useLocation()
  const [banners, setBanners] = useState<Shown>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every screen
  useEffect(() => {
    const asking = new AbortController()
    read('GET /api/office/banners/shown', { signal: asking.signal })
      .then(({ data }) => setBanners(data))
      .catch((error: unknown) => {
        // The screen itself says that it cannot be loaded.
        if (!asking.signal.aborted && !isNoConnection(error))
          reportClientError('Failed to load banners', error)
      })
    return () => asking.abort()
  }, [key])
  return (
    <div className="band" role="status">
      {banners.map(({ id, words, tone }) => (
        <p key={id} data-tone={tone}>
          {words}
        </p>
      ))}
    </div>
  )
}
