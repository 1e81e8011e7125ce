// Sample numbers from Ofcom's drama ranges: the specification gives none.

export const BOOKING_HELPLINE = '0808 157 0142'
export const HELPLINE_HOURS = 'Monday to Friday, 9am to 5pm'

/** For questions about a raised result, which the booking helpline cannot answer. */
export const MEDICAL_LINE = '01632 960 127'
