/** Months that the archive filter always offers (rules §8.3), YYYY-MM, latest first. */
export const ARCHIVE_MONTHS: readonly string[] = [
  '2023-08',
  '2023-06',
  '2022-12',
  '2021-09',
  '2021-05',
  '2021-03',
  '2020-09',
  '2020-08',
  '2020-07',
  '2020-04',
  '2020-02',
  '2020-01',
]
