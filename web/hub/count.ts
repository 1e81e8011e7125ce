/** A number with separators: 2397 is '2,397'. */
export function count(number: number): string {
  return number.toLocaleString('en-GB')
}
