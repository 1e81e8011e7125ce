import fc from 'fast-check'
import { expect } from 'vitest'
import { calendarDate, fuzzText, longText, rulesOf } from '../test/fuzz/values.ts'
import { ageOn, isScreeningAge } from './age.ts'
import {
  COUNTRIES,
  ETHNICITIES,
  FATHERS_SIDE,
  GENDERS,
  MEDICATIONS,
  MOTHERS_SIDE,
  YES_NO_UNSURE,
} from './choices.ts'
import { type ConsentForm, consentErrors } from './consent.ts'
import { ConsentSchema, ProfileCreateSchema } from './contract.ts'
import { namesOf } from './fields.ts'
import { groupNhsNumber, isNhsNumber, looksMistyped, onlyNhsDigits } from './nhs-number.ts'
import { sameSitePath } from './same-site-path.ts'
import {
  homeAddressOf,
  profileOf,
  SIGN_UP_FIELDS,
  type SignUpForm,
  signUpErrors,
} from './sign-up.ts'
import { addDays, isCalendarDate } from './uk-time.ts'

const TODAY = '2027-01-12'
const USER_ID = '5b0f4a52-3c8e-4f43-9d0a-2f1f6b0c7d11'
const holds = rulesOf('members')

const digit = fc.constantFrom(...'0123456789')
const tenDigits = fc.array(digit, { minLength: 10, maxLength: 10 }).map((digits) => digits.join(''))
const soundNumber = tenDigits.map(withCheckDigit).filter((number) => number !== null)
const born = fc
  .integer({ min: 1900, max: 2030 })
  .chain((year) =>
    fc.oneof(
      calendarDate.map((date) => `${year}${date.slice(4)}`),
      fc.constant(`${year}-02-29`),
    ),
  )
  .filter(isCalendarDate)

holds(
  'a man is a year older on each birthday, and never younger',
  [born, fc.nat(40_000)],
  (dob, n) => {
    const day = addDays(dob, n)
    const [age, yesterday] = [ageOn(dob, day), ageOn(dob, addDays(day, -1))]
    const isLeap = isCalendarDate(`${day.slice(0, 4)}-02-29`)
    const birthday = dob.endsWith('-02-29') && !isLeap ? '-03-01' : dob.slice(4)
    expect(age - yesterday).toBe(day.endsWith(birthday) ? 1 : 0)
    expect(age).toBe(Math.max(0, age))
  },
)

holds('screening is from the 40th birthday until the day before the 81st', [born], (dob) => {
  const birthday = (years: number) => {
    const day = `${Number(dob.slice(0, 4)) + years}${dob.slice(4)}`
    return isCalendarDate(day) ? day : `${day.slice(0, 4)}-03-01`
  }
  expect([-1, 0].map((n) => isScreeningAge(dob, addDays(birthday(40), n)))).toEqual([false, true])
  expect([-1, 0].map((n) => isScreeningAge(dob, addDays(birthday(81), n)))).toEqual([true, false])
})

holds(
  'of anything typed, at most ten digits remain, and they stay as they are',
  [fc.oneof(fuzzText, tenDigits.map(groupNhsNumber))],
  (typed) => {
    const digits = onlyNhsDigits(typed)
    if (digits === null) return
    expect(digits).toMatch(/^[0-9]{0,10}$/)
    expect(onlyNhsDigits(digits)).toBe(digits)
    expect(typed.match(/[0-9]/g)?.join('') ?? '').toBe(digits)
  },
)

holds(
  'an NHS number is found again in what the NHS prints',
  [tenDigits, fc.constantFrom(' ', '-', '–', '\u00a0')],
  (number, sign) => {
    expect(onlyNhsDigits(groupNhsNumber(number).replaceAll(' ', sign))).toBe(number)
  },
)

holds(
  'one wrong digit, or two exchanged, look mistyped',
  [soundNumber, fc.nat(9), digit],
  (number, at, other) => {
    expect(looksMistyped(number)).toBe(false)
    if (number[at] !== other)
      expect(looksMistyped(number.slice(0, at) + other + number.slice(at + 1))).toBe(true)
    const [a = '', b = ''] = [number[at], number[at + 1]]
    if (b && a !== b)
      expect(looksMistyped(number.slice(0, at) + b + a + number.slice(at + 2))).toBe(true)
  },
)

holds('what is no NHS number never looks mistyped', [fuzzText], (text) => {
  expect(isNhsNumber(text)).toBe(
    text.length === 10 && [...text].every((sign) => '0123456789'.includes(sign)),
  )
  if (!isNhsNumber(text)) expect(looksMistyped(text)).toBe(false)
  expect(groupNhsNumber(text).length).toBeLessThanOrEqual(text.length + 2)
})

const goodConsent = fc.record({
  psaTestDate: fc.constant('2027-01-26'),
  numberOfPsaTest: fc.integer({ min: 1, max: 5 }),
  familyHistoryProstateCancer: fc.constantFrom(...YES_NO_UNSURE),
  familyMemberWithProstateCancer: fc.subarray([...FATHERS_SIDE], { minLength: 1 }),
  familyHistoryBreastOvarianCancer: fc.constantFrom(...YES_NO_UNSURE),
  familyMemberWithOvarianCancer: fc.subarray([...MOTHERS_SIDE], { minLength: 1 }),
  medicationHistory: fc.constantFrom(...MEDICATIONS),
  terms: fc.constant(true),
  sampleConsent: fc.constant(true),
  gpSharing: fc.boolean(),
  gpSurgeryName: fc.constant('Mill Road Surgery'),
  gpSurgeryTown: fc.constant('Diss'),
  gpSurgeryEmail: fc.option(fc.constantFrom('', 'desk@mill.example')),
  disclaimer: fc.constant(true),
})

holds(
  'a whole consent form is right, and posted as the contract wants it',
  [goodConsent],
  (form) => {
    expect(consentErrors(form)).toEqual([])
    expect(ConsentSchema.safeParse(form).success).toBe(true)
  },
)

const asked = [
  'numberOfPsaTest',
  'familyHistoryProstateCancer',
  'familyHistoryBreastOvarianCancer',
  'medicationHistory',
  'terms',
  'sampleConsent',
  'disclaimer',
] as const

holds(
  'each answer and tick that is missing is missed',
  [goodConsent, fc.subarray([...asked])],
  (good, missing) => {
    const form: ConsentForm = { ...good }
    for (const field of missing) form[field] = null
    const found = consentErrors(form).map(({ field }) => field)
    // Only one of the first two ticks is reported at a time.
    const expected = missing.filter(
      (field) => field !== 'sampleConsent' || !missing.includes('terms'),
    )
    expect(found).toEqual(asked.filter((field) => expected.includes(field)))
  },
)

holds(
  'a surgery is asked for when sharing is ticked, and only then',
  [goodConsent, fc.option(fuzzText), fc.option(fuzzText)],
  (good, name, town) => {
    const form = { ...good, gpSurgeryName: name, gpSurgeryTown: town }
    const missing = [
      ...((name ?? '').trim() === '' ? ['gpSurgeryName'] : []),
      ...((town ?? '').trim() === '' ? ['gpSurgeryTown'] : []),
    ]
    const found = consentErrors(form).map(({ field }) => field)
    expect(found).toEqual(good.gpSharing ? missing : [])
  },
)

holds(
  'relatives are asked for only where there is something to tell',
  [goodConsent, fc.option(fuzzText)],
  (good, details) => {
    const form = { ...good, familyMemberWithProstateCancer: [], fatherSideDetails: details }
    const isMissing = good.familyHistoryProstateCancer === 'Yes' && (details ?? '').trim() === ''
    expect(consentErrors(form).map(({ field }) => field)).toEqual(
      isMissing ? ['familyMemberWithProstateCancer'] : [],
    )
  },
)

const word = (most: number) => fc.stringMatching(/^[A-Za-z'’ ]*[A-Za-z]$/, { maxLength: most })
const goodSignUp: fc.Arbitrary<SignUpForm> = fc
  .record({
    firstName: word(80),
    lastName: word(80),
    address1: word(150),
    address2: fc.oneof(fc.constant(''), word(150)),
    town: word(60),
    postCode: fc.constantFrom('co11pj', 'CO1 1PJ'),
    country: fc.constantFrom(...COUNTRIES),
    occupation: fc.oneof(fc.constant(''), word(120)),
    nhs: fc.oneof(fc.constant(''), tenDigits.map(groupNhsNumber)),
    gender: fc.constantFrom(...GENDERS),
    ethnicity: fc.constantFrom(...ETHNICITIES),
    dateOfBirth: fc.integer({ min: 0, max: 14_000 }).map((n) => addDays('1947-01-01', n)),
    phoneNumber: word(30),
    email: fc.emailAddress(),
    password: fc
      .string({ minLength: 6, maxLength: 40 })
      .filter((password) => password.trim() !== ''),
  })
  .map((form) => ({
    ...form,
    postCode: form.country === 'Ireland' ? 'd02x285' : form.postCode,
    confirmPassword: form.password,
  }))

holds(
  'a whole sign-up form is right, and posts a profile that the contract takes',
  [goodSignUp],
  (form) => {
    expect(signUpErrors(form, TODAY)).toEqual([])
    const profile = profileOf(form, USER_ID)
    expect(ProfileCreateSchema.parse(profile)).toEqual(profile)
    expect(profile.home_address).toBe(homeAddressOf(form))
  },
)

const signUpFields = namesOf(SIGN_UP_FIELDS)
const field = fc.constantFrom(...signUpFields)

holds(
  'a form that is found right can be posted, whatever is in its fields',
  [goodSignUp, field, fc.oneof(fuzzText, longText(500)), field, fuzzText],
  (good, one, wrong, two, other) => {
    const form = { ...good, [one]: wrong, [two]: other }
    const errors = signUpErrors(form, TODAY)
    const order = errors.map((error) => signUpFields.indexOf(error.field))
    expect(order).toEqual([...new Set(order)].sort((a, b) => a - b))
    if (errors.length === 0) expect(() => profileOf(form, USER_ID)).not.toThrow()
  },
)

// A name in Latin letters is asked for only beside one that the documents cannot print.
const optional = ['address2', 'town', 'occupation', 'nhs', 'latinFirstName', 'latinLastName']
const required = signUpFields.filter((name) => !optional.includes(name))

holds(
  'what has to be filled in is asked for when it is not',
  [goodSignUp, fc.constantFrom(...required), fc.constantFrom('', ' ', '\t\u00a0\n')],
  (good, name, blank) => {
    expect(signUpErrors({ ...good, [name]: blank }, TODAY)).toContainEqual({
      field: name,
      message: expect.stringMatching(/^(Enter|Choose) .+\.$/),
    })
  },
)

const pathPieces = fc
  .array(
    fc.oneof(
      fuzzText,
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '.',
        '..',
        '@',
        ':',
        '?',
        '#',
        '%2f',
        '%5C',
        '%09',
        '%0d%0a',
        'evil.example',
        'http:',
        'javascript:',
        '[',
        ']',
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(''))

holds(
  'where "from" leads is on this site, and said so for good',
  [pathPieces, fc.boolean()],
  (pieces, isPath) => {
    const path = sameSitePath(isPath ? `/${pieces}` : pieces)
    if (path === null) return
    for (const site of ['https://chaps.example', 'http://localhost:3000']) {
      expect(new URL(path, site).origin).toBe(site)
      expect(new URL(decodeOnce(path), site).origin).toBe(site)
    }
    expect(sameSitePath(path)).toBe(path)
    expect(path).toMatch(/^\/[\x21-\x7e]*$/)
  },
)

function withCheckDigit(digits: string): string | null {
  const sum = [...digits.slice(0, 9)].reduce(
    (total, sign, place) => total + Number(sign) * (10 - place),
    0,
  )
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? null : digits.slice(0, 9) + check
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
