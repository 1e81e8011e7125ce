/**
 * Bank holidays of England and Wales by year, London dates in order. 2026 and 2027 are as the
 * government announced them (www.gov.uk/bank-holidays); 2028 to 2030 are by the standing rules, which
 * the test works out for all five: schedule 1 of the Banking and Financial Dealings Act 1971 and the
 * proclaimed days, Good Friday, and substitutes for those that fall on a weekend. A day proclaimed for
 * one occasion has to be added by hand, and each further year before its predecessor begins.
 */
export const BANK_HOLIDAYS: Record<string, readonly string[]> = {
  2026: [
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-04',
    '2026-05-25',
    '2026-08-31',
    '2026-12-25',
    '2026-12-28',
  ],
  2027: [
    '2027-01-01',
    '2027-03-26',
    '2027-03-29',
    '2027-05-03',
    '2027-05-31',
    '2027-08-30',
    '2027-12-27',
    '2027-12-28',
  ],
  2028: [
    '2028-01-03',
    '2028-04-14',
    '2028-04-17',
    '2028-05-01',
    '2028-05-29',
    '2028-08-28',
    '2028-12-25',
    '2028-12-26',
  ],
  2029: [
    '2029-01-01',
    '2029-03-30',
    '2029-04-02',
    '2029-05-07',
    '2029-05-28',
    '2029-08-27',
    '2029-12-25',
    '2029-12-26',
  ],
  2030: [
    '2030-01-01',
    '2030-04-19',
    '2030-04-22',
    '2030-05-06',
    '2030-05-27',
    '2030-08-26',
    '2030-12-25',
    '2030-12-26',
  ],
}
