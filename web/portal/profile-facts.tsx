import type { UserProfile } from '../../domain/contract.ts'
import { latinName } from '../../domain/latin-names.ts'
import { groupNhsNumber } from '../../domain/nhs-number.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { Fact, Facts } from '../ui/facts.tsx'

export function ProfileFacts({ member }: { member: UserProfile }) {
  const { dateOfBirth, nhsNumber } = member
  const latin = latinName({
    first_name: member.firstName,
    last_name: member.lastName,
    latin_first_name: member.latinFirstName,
    latin_last_name: member.latinLastName,
  })
  return (
    <Facts>
      <Fact term="Name">
        {member.firstName} {member.lastName}
      </Fact>
      {latin && <Fact term="Name in Latin letters">{latin}</Fact>}
      <Fact term="Gender">{member.gender}</Fact>
      <Fact term="Date of birth">
        <time dateTime={dateOfBirth}>{dayInWords(dateOfBirth)}</time>
      </Fact>
      <Fact term="Ethnicity">{member.ethnicity}</Fact>
      <Fact term="Occupation">{member.occupation ?? <NotGiven />}</Fact>
      <Fact term="Phone">
        <span className="num">{member.phone}</span>
      </Fact>
      <Fact term="Email">{member.email}</Fact>
      <Fact term="Home address">{member.homeAddress}</Fact>
      <Fact term="Billing address">{member.billingAddress ?? <NotGiven />}</Fact>
      <Fact term="NHS number">
        {nhsNumber === null ? (
          <NotGiven />
        ) : (
          <span className="num">{groupNhsNumber(nhsNumber)}</span>
        )}
      </Fact>
    </Facts>
  )
}

function NotGiven() {
  return <span className="soft">Not given</span>
}
