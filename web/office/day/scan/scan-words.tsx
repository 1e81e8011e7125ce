import { Notice } from '../../../ui/notice.tsx'

/** What the last scan needs to say. */
export function ScanWords({ words }: { words: string | null }) {
  return (
    <div role="alert">
      {words && (
        <Notice tone="warn">
          <p>{words}</p>
        </Notice>
      )}
    </div>
  )
}
