import { toast } from '../ui/toast.tsx'

/** Puts a text where he can paste it, and says so. */
export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ text: said, tone: 'success' })
  } catch {
    toast({ text: 'Your browser did not let us copy. Please write it down.', tone: 'error' })
  }
}
