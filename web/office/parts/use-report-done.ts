import { useRevalidator } from 'react-router'
import { toast } from '../../ui/toast.tsx'

/** Says what was done, and loads the screen's data again. */
export function useReportDone() {
  const { revalidate } = useRevalidator()
  return async (text: string): Promise<void> => {
    toast({ text, tone: 'success' })
    await revalidate()
  }
}
