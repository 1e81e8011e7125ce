import { useEffect, useState } from 'react'

const SIGNS = ['scroll', 'pointerdown', 'pointermove', 'keydown'] as const

/** Whether the visitor has scrolled, pointed or typed on the page, so that it has come and is being read. */
export function useWasTouched(): boolean {
  const [wasTouched, setTouched] = useState(false)
  useEffect(() => {
    if (wasTouched) return
    const touch = () => setTouched(true)
    for (const sign of SIGNS) addEventListener(sign, touch, { once: true, passive: true })
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, touch)
    }
  }, [wasTouched])
  return wasTouched
}
