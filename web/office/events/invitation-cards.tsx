import type { InvitationCard } from '../../../domain/office/invitations.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { QrCode } from '../../two-step/qr-code.tsx'
import { Button, Buttons } from '../../ui/button.tsx'
import styles from './group.module.css'

/** One card for each, to print and hand over or post: their link as a code for a phone, and in letters. */
export function InvitationCards({
  cards,
  onClear,
}: {
  cards: readonly InvitationCard[]
  onClear: () => void
}) {
  return (
    <section aria-labelledby="cards" className={styles.cards}>
      <div className={styles.above}>
        <h2 id="cards">Cards to print</h2>
        <p>
          Each link works for one person and is shown only here, once. Print the cards before you
          leave this page, and give each to the right person.
        </p>
        <Buttons>
          <Button onClick={() => window.print()}>Print the cards</Button>
          <Button kind="quiet" onClick={onClear}>
            Put the cards away
          </Button>
        </Buttons>
      </div>
      {cards.map((card) => (
        <article key={card.link} className={styles.card}>
          <h3>A place is held for you, {card.name}</h3>
          <p>
            {card.event_name}
            <br />
            {card.time} on {dayInWords(card.date)}
            {card.place && (
              <>
                <br />
                {card.place}
              </>
            )}
          </p>
          <p>
            We hold it until {momentInWords(new Date(card.held_until))}. Nothing is booked yet. To
            book it, scan the code with your phone or type the address, then sign in or register and
            give your consent.
          </p>
          <QrCode text={card.link} label="QR code of the link" />
          <p className={styles.link}>{card.link}</p>
        </article>
      ))}
    </section>
  )
}
