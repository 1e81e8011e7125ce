import { charity, telephoneLink } from '../../charity.ts'

/** Of a raised result: the booking helpline cannot answer questions about it. */
export function MedicalLine() {
  return (
    <a href={telephoneLink('medical_line')} className="num">
      {charity.medical_line}
    </a>
  )
}
