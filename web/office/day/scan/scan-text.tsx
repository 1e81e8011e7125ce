import { Notice } from '../../../ui/notice.tsx'

/** What the last scan needs to say. */
export function ScanText({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <Notice tone="warn">
          <p>{text}</p>
        </Notice>
      )}
    </div>
  )
}
