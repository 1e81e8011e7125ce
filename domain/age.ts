const YOUNGEST = 40
const OLDEST = 80

/** Whole years of age; both dates 'YYYY-MM-DD'. 29 February counts from 1 March in other years. */
export function ageOn(dob: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

/** 40 to 80 inclusive (rules §2.2). */
export function isScreeningAge(dob: string, day: string): boolean {
  const age = ageOn(dob, day)
  return age >= YOUNGEST && age <= OLDEST
}
