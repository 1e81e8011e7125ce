import { Helpline } from '../../events/helpline.tsx'
import { Notice } from '../../ui/notice.tsx'

export function BeingChecked() {
  return (
    <Notice tone="warn" title="We are checking your record">
      <p>
        Before we show you everything here, one of us has to check a detail of your record. That is
        not a sign that anything is wrong with your health. If you are waiting for a result, or are
        worried, please ring <Helpline />.
      </p>
    </Notice>
  )
}
