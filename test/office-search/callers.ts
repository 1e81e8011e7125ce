// Forty members, and two hundred ways in which callers and clerks say who they are.

export type Caller = {
  firstName: string
  lastName: string
  latinFirstName?: string
  latinLastName?: string
  dateOfBirth: string
  phone: string
  postcode: string
  town: string
  email: string
  /** Of the appointment, and the order of its payment. */
  reference?: string
  order?: string
}

type Row = [name: string, born: string, phone: string, postcode: string, town: string]

const ROWS: Record<string, Row> = {
  baker: ['John|Baker', '1950-03-27', '07700 900101', 'CB7 4BB', 'Ely'],
  baxter: ['Jonathan|Baxter', '1951-11-02', '07700 900102', 'CB7 4BD', 'Ely'],
  barker: ['John|Barker', '1950-03-28', '07700 900103', 'CB6 1AA', 'Ely'],
  blenkinsop: ['Arthur|Blenkinsop', '1947-07-14', '01353 555123', 'CB7 5TR', 'Soham'],
  macallister: ['Hamish|McAllister', '1958-01-30', '01223 555104', 'CB1 2QA', 'Cambridge'],
  macdonald: ['Iain|MacDonald', '1949-06-05', '+44 7700 900105', 'PE27 5BG', 'St Ives'],
  zolc: ['Łukasz|Żółć', '1962-02-11', '07700 900106', 'PE1 1QF', 'Peterborough'],
  tepes: ['Șerban|Țepeș', '1966-09-19', '07700 900107', 'PE2 8AN', 'Peterborough'],
  llyr: ['Ŵyn|Llŷr ap Gruffydd', '1955-12-24', '07700 900108', 'SY23 2AX', 'Aberystwyth'],
  nguyen: ['Nguyễn|Văn Ánh', '1970-04-08', '07700 900109', 'NR1 3QG', 'Norwich'],
  obrien: ['Brendan|O’Brien', '1953-05-17', '07700 900110', 'CB9 8AB', 'Haverhill'],
  oneill: ["Sean|O'Neill", '1961-08-21', '07700 900111', 'CB9 0DE', 'Haverhill'],
  dangelo: ['Marco|D’Angelo', '1964-10-03', '07700 900112', 'MK40 1NZ', 'Bedford'],
  muller: ['Jürgen|Müller', '1948-03-09', '07700 900113', 'SG1 1XS', 'Stevenage'],
  sorensen: ['Søren|Sørensen', '1959-11-28', '07700 900114', 'IP1 2DE', 'Ipswich'],
  delacruz: ['Miguel|de la Cruz', '1957-02-02', '07700 900115', 'IP33 1LS', 'Bury St Edmunds'],
  smithjones: ['Peter|Smith-Jones', '1952-06-16', '07700 900116', 'CO1 1JN', 'Colchester'],
  smith: ['Peter|Smith', '1952-06-17', '07700 900117', 'CO2 7UT', 'Colchester'],
  smyth: ['Alan|Smyth', '1956-04-12', '07700 900118', 'CO3 3HF', 'Colchester'],
  jones: ['Peter|Jones', '1960-01-09', '07700 900119', 'CM1 1GE', 'Chelmsford'],
  thompson: ['Geoffrey|Thompson', '1946-08-30', '01245 555120', 'CM2 0RG', 'Chelmsford'],
  thomas: ['Geoff|Thomas', '1946-08-31', '01245 555121', 'CM2 0RH', 'Chelmsford'],
  phillips: ['Stephen|Phillips', '1963-03-13', '07700 900122', 'NR30 2BT', 'Great Yarmouth'],
  phelps: ['Steven|Phelps', '1963-03-14', '07700 900123', 'NR31 0DL', 'Great Yarmouth'],
  catchpole: ['Derek|Catchpole', '1945-05-08', '01473 555124', 'IP11 7DX', 'Felixstowe'],
  featherstone: [
    'Reginald|Featherstonehaugh',
    '1944-12-01',
    '01842 555125',
    'IP24 1AB',
    'Thetford',
  ],
  li: ['伟|李', '1969-01-20', '07700 900126', 'CB2 1TN', 'Cambridge'],
  ivanov: ['Дмитрий|Иванов', '1965-07-07', '07700 900127', 'CB3 0FB', 'Cambridge'],
  kowalski: ['Piotr|Kowalski', '1967-05-26', '07700 900128', 'PE13 1DD', 'Wisbech'],
  wojcik: ['Marek|Wójcik', '1968-10-10', '07700 900129', 'PE13 2ER', 'Wisbech'],
  wright: ['Nicholas|Wright', '1954-09-09', '07700 900130', 'PE30 1ET', 'King’s Lynn'],
  whittaker: ['Neil|Whittaker', '1958-09-10', '07700 900131', 'PE30 4LR', 'King’s Lynn'],
  singh: ['Harpreet|Singh', '1966-11-11', '07700 900132', 'LU1 2SE', 'Luton'],
  patel: ['Rajesh|Patel', '1963-12-05', '07700 900133', 'LU2 7XH', 'Luton'],
  ashworth1: ['Dennis|Ashworth', '1950-10-15', '07700 900134', 'HP1 1BB', 'Hemel Hempstead'],
  ashworth2: ['Dennis|Ashworth', '1971-02-22', '07700 900135', 'WD17 1DA', 'Watford'],
  campbell: ['Malcolm|Campbell', '1949-04-01', '07700 900136', 'AL1 3JE', 'St Albans'],
  hughes: ['Gareth|Hughes', '1957-08-18', '07700 900137', 'LL57 1DT', 'Bangor'],
  okonkwo: ['Chukwuemeka|Okonkwo', '1962-06-29', '07700 900138', 'E15 1BX', 'London'],
  vanderberg: ['Willem|van der Berg', '1951-01-31', '07700 900139', 'EN6 1AG', 'Potters Bar'],
}

const LATIN: Record<string, Pick<Caller, 'latinFirstName' | 'latinLastName'>> = {
  li: { latinFirstName: 'Wei', latinLastName: 'Li' },
  ivanov: { latinFirstName: 'Dmitri', latinLastName: 'Ivanov' },
}

const BOOKED: Record<string, Pick<Caller, 'reference' | 'order'>> = {
  baker: { reference: '4ZCD-Q4VD', order: '8AB12345CD678901E' },
  barker: { reference: 'K7QM-2XRD', order: '5XY98765ZW432109A' },
  blenkinsop: { reference: 'H9WT-RM3P', order: '9GH45612JK789034L' },
  zolc: { reference: 'BCDE-7FGH', order: '1MN23456PQ789012R' },
  singh: { reference: '2A2B-3C3D', order: '3RS34567TV890123W' },
  wright: { reference: 'PQRS-TVWX', order: '7DF56789GH012345J' },
  patel: { reference: '7Y7Z-8A8B', order: '6CV67890BN123456M' },
}

export const CALLERS: Record<string, Caller> = Object.fromEntries(
  Object.entries(ROWS).map(([key, [name, dateOfBirth, phone, postcode, town]], n) => {
    const [firstName = '', lastName = ''] = name.split('|')
    // Without the name, which would be found in it.
    const email = `post${n}@callers.example`
    const row = { firstName, lastName, dateOfBirth, phone, postcode, town, email }
    return [key, { ...row, ...LATIN[key], ...BOOKED[key] }]
  }),
)

/** By form, then by member; each is what somebody types. */
export const WAYS: Record<string, Record<string, string[]>> = {
  'dates as typed and as printed': {
    baker: ['27 3 1950', '27 March 1950', '27.3.50', '270350', '27031950', '27/03/1950', '27-3-50'],
    baxter: ['2 Nov 1951', '2nd November 1951', 'Friday 2 November 1951'],
    blenkinsop: ['14 July 1947', '14th of July 1947', '1947-07-14'],
    singh: ['11.11.1966', '11 11 66', 'Nov 11, 1966'],
    hughes: ['18th August 57', '18aug1957', '18 aug 1957 hughes'],
    campbell: ['born 1 April 1949'],
  },
  'a date beside a name': {
    ashworth1: ['Ashworth 15 10 1950', '151050 ashworth', 'dennis ashworth 15/10/50'],
    ashworth2: ['Ashworth 22 February 1971', 'dennis 22.2.71'],
    barker: ['Jon Barker 28 3 1950'],
    smith: ['smith, peter, 17 june 1952'],
  },
  'the reference of an appointment': {
    baker: ['4ZCD-Q4VD', '4zcdq4vd', '4ZCD Q4VD', '4ZCD', '4zcd-', '4zcd-q', '4ZCDQ4'],
    barker: ['k7qm2xrd', 'K7QM', 'k7qm 2xrd', 'CHAPS-K7QM-2XRD-F'],
    blenkinsop: ['H9WT–RM3P', 'h9wt rm', 'h9wtrm3p'],
    zolc: ['BCDE', 'bcde7fgh'],
    singh: ['2A2B', '2a2b 3c3d'],
    patel: ['7y7z8a8b', 'ref 7Y7Z-8A8B'],
  },
  'the reference of a payment': {
    baker: ['8AB12345CD678901E', '8ab12345cd678901e'],
    barker: ['5XY98765ZW432109A', ' 5xy98765zw432109a '],
    blenkinsop: ['9GH45612JK789034L', '9GH45612 JK789034L'],
  },
  'a telephone number or its end': {
    blenkinsop: ['555 123', '555123', '01353 555 123', '01353'],
    baker: ['900101', '07700 900101', '+44 7700 900101', '0101'],
    macdonald: ['7700900105', '900 105', '0044 7700 900105'],
    thompson: ['01245555120', '5120', '555-120'],
    patel: ['patel 900133', '0133'],
  },
  'without accents': {
    zolc: ['Lukasz', 'zolc', 'Lukasz Zolc', 'ŁUKASZ ŻÓŁĆ', 'zolc luk'],
    tepes: ['Tepes', 'Serban Tepes', 'serban', 'țepeș'],
    llyr: ['Llyr', 'wyn llyr', 'gruffydd', 'Wyn ap Gruffydd'],
    nguyen: ['Nguyen', 'nguyen van anh', 'van anh'],
    muller: ['Muller', 'jurgen muller', 'Müller'],
    sorensen: ['sorensen', 'soren', 'Soren Sorensen'],
    wojcik: ['wojcik', 'marek wojcik'],
    li: ['wei li', '伟 李'],
    ivanov: ['ivanov', 'Иванов', 'dmitri ivanov'],
  },
  apostrophes: {
    obrien: ['obrien', 'o brien', 'O’Brien', "o'brien", 'OBRIEN brendan', 'O´Brien', 'O‘Brien'],
    oneill: ['oneill', 'o neill', 'O’Neill', 'sean oneil'],
    dangelo: ['dangelo', 'd angelo', "D'Angelo", 'marco d’angelo'],
  },
  'one letter wrong, doubled or missing': {
    blenkinsop: ['Blenkinsopp', 'Blenkinsp', 'blenkisop', 'Blemkinsop', 'arthur blenkinsopp'],
    macallister: ['MacAllister', 'mcalister', 'macalister', 'Mc Allister', 'mac alister'],
    macdonald: ['mcdonald', 'Macdonnald', 'ian macdonald'],
    baker: ['Jon Baker', 'john bakker', 'jhon baker'],
    smyth: ['alan smith', 'allan smyth'],
    thompson: ['thomson', 'jeffrey thompson', 'tompson'],
    phillips: ['philips', 'steven philips', 'stephen phillps'],
    phelps: ['stephen phelps'],
    catchpole: ['catchpool', 'derrick catchpole', 'cathcpole'],
    featherstone: ['featherstonehaw', 'fetherstonehaugh', 'featherston'],
    kowalski: ['kovalski', 'kowalsky', 'peter kowalski'],
    wright: ['nicolas wright', 'nickolas wright'],
    whittaker: ['whitaker', 'neal whittaker', 'wittaker'],
    campbell: ['cambell', 'campbel', 'malcom campbell'],
    singh: ['harpret singh', 'harprit singh'],
    okonkwo: ['okonkow', 'okonko'],
    patel: ['rajesh pattel', 'rajes patel'],
  },
  'names in any order, halves and initials': {
    baxter: ['bax jon', 'jonathan baxter', 'Baxter, Jonathan', 'J Baxter'],
    blenkinsop: ['A Blenkinsop', 'blenk', 'Blenkinsop A.', 'Mr Blenkinsop'],
    smithjones: ['smith jones', 'Smith-Jones', 'smithjones', 'jones smith peter'],
    smith: ['peter smith'],
    jones: ['jones p', 'peter jones'],
    delacruz: ['de la cruz', 'delacruz', 'cruz miguel', 'dela cruz'],
    vanderberg: ['van der berg', 'vanderberg', 'willem berg', 'w van der berg'],
    okonkwo: ['chukwu', 'okonkwo chuk'],
    thomas: ['geoff thomas', 'thomas g'],
  },
  'a postcode, with or without a name': {
    baker: ['CB7 4BB', 'cb74bb', 'baker cb7'],
    tepes: ['PE2 8AN', 'pe28an', 'PE2  8AN'],
    okonkwo: ['e151bx', 'E15 1BX'],
    hughes: ['hughes LL57 1DT', 'LL571DT'],
  },
  'an email address, or part of one': {
    baker: ['post0@callers.example', 'POST0@CALLERS.EXAMPLE', 'post0@'],
    campbell: ['post36@callers', 'mailto:post36@callers.example'],
    hughes: ['post37', 'hughes post37@callers.example'],
  },
}
