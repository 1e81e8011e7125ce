export const YOUNGEST = 40
export const OLDEST = 80

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

/** Why a date of birth is outside the ages that we screen; null when it is inside. */
export function whyNotAge(dob: string, day: string): 'too_young' | 'too_old' | null {
  if (isScreeningAge(dob, day)) return null
  return ageOn(dob, day) < YOUNGEST ? 'too_young' : 'too_old'
}

/** The 40th birthday, 'YYYY-MM-DD'; 29 February counts from 1 March in other years. */
export function firstScreeningDay(dob: string): string {
  const year = Number(dob.slice(0, 4)) + YOUNGEST
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return `${year}-${dob.endsWith('-02-29') && !isLeap ? '03-01' : dob.slice(5)}`
}
