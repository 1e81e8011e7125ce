import { charity, telephoneLink } from '../../../content/charity.ts'

/** Of a raised result: the booking helpline cannot answer questions about it. */
export function MedicalLine() {
  return (
    <a href={telephoneLink(charity.medicalEnquiries)} className="num">
      {charity.medicalEnquiries}
    </a>
  )
}
