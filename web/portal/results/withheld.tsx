import { Helpline } from '../../events/helpline.tsx'
import { MedicalLine } from './medical-line.tsx'

/** Never the words of a test that is still at the laboratory. */
export function Withheld() {
  return (
    <p>
      We have your result. Before we show it, one of us is checking one detail of your record. If
      your result was amber or red when you last saw it, keep to the advice that came with it. You
      can call <Helpline /> at any time, or <MedicalLine /> if you are worried about your health.
    </p>
  )
}
