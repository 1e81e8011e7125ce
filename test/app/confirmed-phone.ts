/** The columns of a member whose number a code or a member of staff confirmed. */
export function confirmedPhone(phone: string) {
  return { phone, provenPhone: phone }
}
