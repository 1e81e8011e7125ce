import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const REFRESH_MS = 2_000

export function useRefresh(isRunning: boolean) {
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(revalidate, REFRESH_MS)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
}
