import { Helpline } from '../events/helpline.tsx'
import { Button, Buttons } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export function CardFormUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="warn" role="alert" title="The card form did not load">
      <p>
        We cannot reach our card payment provider at the moment. You have not been charged, and we
        are holding your time until the time shown above.
      </p>
      <p>
        You can also call <Helpline /> and we will help you to book.
      </p>
      <Buttons>
        <Button kind="quiet" onClick={onRetry}>
          Try again
        </Button>
      </Buttons>
    </Notice>
  )
}
