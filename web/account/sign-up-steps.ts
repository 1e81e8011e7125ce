import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The step in the address, from 0, and how to go on and back. A step that has not been reached leads
 * to the one that has.
 */
export function useSignUpStep(reached: number) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const query = new URLSearchParams(search)
  const wanted = Math.max(0, Math.trunc(Number(query.get('step') ?? 1)) - 1) || 0
  const step = Math.min(wanted, reached)
  const entriesBehind = Number(Object(state).entriesBehind ?? 0)

  function goTo(next: number, { replace = false } = {}) {
    const params = new URLSearchParams(search)
    if (next === 0) params.delete('step')
    else params.set('step', String(next + 1))
    const behind = replace ? entriesBehind : entriesBehind + 1
    return navigate(`${pathname}?${params}`, {
      replace,
      state: { ...Object(state), entriesBehind: behind },
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the address is ahead
  useEffect(() => {
    if (wanted > reached) goTo(reached, { replace: true })
  }, [wanted, reached])

  return {
    step,
    goTo,
    goBack: () => navigate(-1),
    /** Back to the form's first entry, so that Back from what follows does not return to a step. */
    leaveSteps: () => goBackBy(entriesBehind),
  }
}

function goBackBy(entries: number): Promise<void> {
  if (!(entries > 0)) return Promise.resolve()
  return new Promise((resolve) => {
    // After the router has handled it.
    addEventListener('popstate', () => setTimeout(resolve), { once: true })
    history.go(-entries)
  })
}
