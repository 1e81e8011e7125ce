const YOUNGEST = 40
const OLDEST = 80

/**
 * Whole years of age on a day, both 'YYYY-MM-DD'; negative before birth. Who was born on
 * 29 February is a year older from 1 March when the year has no such day.
 */
export function ageOn(dob: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

/** Whether the charity screens a man of that age: 40 to 80 inclusive (spec §9), so until his 81st birthday. */
export function isScreeningAge(dob: string, day: string): boolean {
  const age = ageOn(dob, day)
  return age >= YOUNGEST && age <= OLDEST
}
