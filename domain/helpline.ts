// The booking helpline, for pages and mails alike. The specification leaves it out: the number is a
// sample from Ofcom's drama ranges.

export const BOOKING_HELPLINE = '0808 157 0142'
export const HELPLINE_HOURS = 'Monday to Friday, 9am to 5pm'
