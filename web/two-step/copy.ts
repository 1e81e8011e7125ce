import { toast } from '../ui/toast.tsx'

/** Copies `text` to the clipboard and shows `confirmation` as a toast. */
export async function copy(text: string, confirmation: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ text: confirmation, tone: 'success' })
  } catch {
    toast({ text: 'Your browser did not let us copy. Please write it down.', tone: 'error' })
  }
}
