import { useEffect } from 'react'

/** '/' moves the focus to the search box, unless somebody is typing. */
export function useSearchKey(): void {
  useEffect(() => {
    function focusSearch(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      const box = document.querySelector<HTMLInputElement>('search input')
      if (!box || document.querySelector('dialog[open]')) return
      event.preventDefault()
      box.select()
      box.focus()
    }
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
  }, [])
}

const TYPING = 'input, select, textarea, [contenteditable]'
