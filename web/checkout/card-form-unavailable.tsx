import { Helpline } from '../events/helpline.tsx'
import { Button, Buttons } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export function CardFormUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="warn" role="alert" title="The card form did not load">
      <p>
        It comes from our card payment provider, which we cannot reach at the moment. Nothing has
        been taken, and your time is kept for as long as it says above.
      </p>
      <p>
        You can also ring <Helpline /> and we will help you to book.
      </p>
      <Buttons>
        <Button kind="quiet" onClick={onRetry}>
          Try again
        </Button>
      </Buttons>
    </Notice>
  )
}
