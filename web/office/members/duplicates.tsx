import { Link } from 'react-router'
import type { LikelyDouble } from '../../../domain/office/member-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { commonWords } from './contact-labels.ts'
import type { ContactForm } from './contact-text.ts'
import styles from './member.module.css'

const NHS_WORDS = { none: 'Not given', given: 'Given', confirmed: 'Given and confirmed' }

/** What was typed beside each member who may be the same person. */
export function Duplicates({ form, members }: { form: ContactForm; members: LikelyDouble[] }) {
  const typedAddress = [...form.address_lines.split('\n'), form.town, form.postcode]
  return (
    <section className={styles.doubles} aria-labelledby="doubles">
      <h2 id="doubles">Possible duplicate</h2>
      <p>
        Compare the records, and check with the person on the phone. If it is the same person, open
        the record and use that one. If not, press the button below again.
      </p>
      <div className={styles.compared}>
        <Card
          title="What you typed"
          name={`${form.first_name} ${form.last_name}`}
          born={form.date_of_birth}
          address={typedAddress.filter((part) => part !== '').join(', ')}
          phone={form.phone}
          email={form.email}
          nhs={form.nhs_number === '' ? 'Not given' : 'Given'}
          common=""
        />
        {members.map((member) => (
          <Card
            key={member.id}
            title={`Member since ${dayInWords(member.joined_at.slice(0, 10))}`}
            name={`${member.first_name} ${member.last_name}`}
            born={member.date_of_birth}
            address={member.home_address}
            phone={member.phone}
            email={member.email ?? ''}
            nhs={NHS_WORDS[member.nhs_number]}
            common={commonWords(member.reasons, form, member)}
            to={`/members/${member.id}`}
          />
        ))}
      </div>
    </section>
  )
}

type CardProps = Record<
  'title' | 'name' | 'born' | 'address' | 'phone' | 'email' | 'nhs' | 'common',
  string
> & { to?: string }

function Card({ title, name, born, address, phone, email, nhs, common, to }: CardProps) {
  return (
    <article className={styles.card}>
      <h3>{title}</h3>
      <Facts>
        <Fact term="Name">{name}</Fact>
        <Fact term="Born">{dayInWords(born)}</Fact>
        <Fact term="Address">{address || 'Not given'}</Fact>
        <Fact term="Phone">{phone || 'None'}</Fact>
        <Fact term="Email">{email || 'None'}</Fact>
        <Fact term="NHS number">{nhs}</Fact>
      </Facts>
      {common !== '' && (
        <p>
          <Badge tone="warn">In common: {common}</Badge>
        </p>
      )}
      {to && (
        <Link to={to} aria-label={`Open the record of ${name}, born ${dayInWords(born)}`}>
          Open the record
        </Link>
      )}
    </article>
  )
}
