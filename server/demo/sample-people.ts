const NAMES = [
  'Arthur Pemberton',
  'José Núñez',
  'Brendan O’Brien',
  'Clive Hathaway',
  'Dennis Ashworth',
  'Edward Lockwood',
  'Frank Nightingale',
  'Geoffrey Oldfield',
  'Harold Winstanley',
  'Imran Hussain',
  'Jürgen Müller',
  'Keith Bradshaw',
  'Leonard Fairfax',
  'Mohammed Rahman',
  'Neville Thackeray',
  'Oliver Greenhalgh',
  'Patrick Gallagher',
  'Quentin Somerset',
  'Roy Merriweather',
  'Stanley Cartwright',
  'Terence Holloway',
  'Umar Farooq',
  'Victor Lindqvist',
  'Wilfred Cavendish',
  'Adebayo Ogunleye',
  'Barry Sutcliffe',
  'Colin Trevithick',
  'Derek Marchbanks',
  'Ernest Applegarth',
  'Gerald Fothergill',
  'Horace Whitcombe',
  'Ivor Pritchard',
]

/** The nth person of a day, with a birth date that nobody else of the day has. */
export function samplePerson(place: number) {
  const [firstName = '', lastName = ''] = (NAMES[place % NAMES.length] ?? '').split(' ')
  const month = String(1 + (place % 12)).padStart(2, '0')
  const day = String(3 + (place % 25)).padStart(2, '0')
  return { firstName, lastName, dateOfBirth: `${1950 + (place % 30)}-${month}-${day}` }
}

/** The nth number of the range that is reserved for tests. */
export function sampleNhsNumber(n: number): string {
  const numbers = Array.from({ length: 2 * n + 2 }, (_, place) =>
    withCheckDigit(`9992${String(place).padStart(5, '0')}`),
  )
  return numbers.filter((number) => number !== null)[n] ?? ''
}

/** Null for the digits that have none. */
function withCheckDigit(digits: string): string | null {
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? null : `${digits}${check}`
}
