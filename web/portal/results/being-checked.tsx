import { Helpline } from '../../events/helpline.tsx'
import { Notice } from '../../ui/notice.tsx'

export function BeingChecked() {
  return (
    <Notice tone="warn" title="We are checking your record">
      <p>
        We need to check one detail in your record before we can show you everything here. This is
        not a sign that anything is wrong with your health. If you are waiting for a result, or are
        worried, please call <Helpline />.
      </p>
    </Notice>
  )
}
