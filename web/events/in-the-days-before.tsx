import styles from './event.module.css'

/** What can change a PSA result for a while, and how long to wait after it. */
export function InTheDaysBefore() {
  return (
    <section aria-labelledby="in-the-days-before">
      <h2 id="in-the-days-before">In the days before</h2>
      <div className={styles.waits}>
        <div>
          <h3>48 hours</h3>
          <p>
            No hard exercise, cycling above all, and no ejaculation. Both can raise PSA for a while.
          </p>
        </div>
        <div>
          <h3>1 week</h3>
          <p>No anal sex and nothing else that presses on the prostate.</p>
        </div>
        <div>
          <h3>6 weeks</h3>
          <p>
            Wait this long after a urine infection or its treatment, a biopsy, a catheter, or
            surgery to the bladder or prostate.
          </p>
        </div>
      </div>
      <p className="measure">
        Eat and drink as usual. Tell us if you take finasteride (Proscar, Propecia) or dutasteride
        (Avodart, Combodart), because they can about halve PSA. Keep taking what you are prescribed.
      </p>
    </section>
  )
}
