import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'

type ToastWords = {
  title?: string | undefined
  text: string
  /** An `error` stays until it is closed; the others leave after ten seconds. */
  tone: 'error' | 'success' | 'info'
}
type Toast = ToastWords & { id: number }

const STAYS_MS = 10_000
const SIGNS = { error: 'warning-circle', success: 'check-circle', info: 'info' } as const

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message in the corner of the window, on this page and on the next. */
export function toast(words: ToastWords): void {
  lastId += 1
  show([...toasts, { ...words, id: lastId }])
}

/** The one region where messages appear; the root renders it, empty, on every page. */
export function ToastRegion() {
  const shown = useSyncExternalStore(listen, () => toasts, none)
  const errors = shown.filter(({ tone }) => tone === 'error')
  const others = shown.filter(({ tone }) => tone !== 'error')
  return (
    <section className={styles.region} aria-label="Messages">
      <div role="alert">{errors.map(item)}</div>
      <div role="status">{others.map(item)}</div>
    </section>
  )
}

const item = (words: Toast) => <ToastItem key={words.id} {...words} />

function ToastItem({ id, title, text, tone }: Toast) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tone === 'error') return
    const timer = setInterval(() => {
      const isBeingRead = box.current?.matches(':hover, :focus-within')
      if (!isBeingRead) close(id)
    }, STAYS_MS)
    return () => clearInterval(timer)
  }, [id, tone])
  return (
    <div className={styles.toast} data-tone={tone} ref={box}>
      <Icon name={SIGNS[tone]} />
      <p>
        {title && <b>{title}</b>}
        {text}
      </p>
      <button type="button" onClick={() => close(id)}>
        <Icon name="x" />
        <span className="visually-hidden">Close this message</span>
      </button>
    </div>
  )
}

function close(id: number) {
  show(toasts.filter((shown) => shown.id !== id))
}

function show(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const NONE: readonly Toast[] = []
const none = () => NONE
