/** The first day of the month in which the test is due, or today where that is later; 'YYYY-MM-DD'. */
export function comingFrom(dueOn: string, today: string): string {
  const month = `${dueOn.slice(0, 7)}-01`
  return month < today ? today : month
}
