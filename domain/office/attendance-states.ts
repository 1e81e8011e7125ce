export const ATTENDANCE_STATES = [
  'expected',
  'arrived',
  'sampled',
  'not_sampled',
  'did_not_attend',
] as const
export type AttendanceState = (typeof ATTENDANCE_STATES)[number]
