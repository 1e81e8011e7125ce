export type Venue = {
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  postcode: string
  latitude: number
  longitude: number
}

/** Real halls; the screenings there are made up. */
export const venues = {
  belfast: at('City Hall, Donegall Square', 'Belfast, County Antrim, BT1 5GS', 54.5964, -5.9301),
  birmingham: at('Carrs Lane, Moor Street', 'Birmingham, West Midlands, B4 7SX', 52.4797, -1.8925),
  braintree: at('Town Hall, Fairfield Road', 'Braintree, Essex, CM7 3YG', 51.8783, 0.5516),
  brighton: at('Town Hall, Bartholomew Square', 'Brighton, East Sussex, BN1 1JA', 50.8207, -0.1404),
  bristol: at('City Hall, College Green', 'Bristol, Bristol, BS1 5TR', 51.4526, -2.6021),
  bury: at('The Athenaeum, Angel Hill', 'Bury St Edmunds, Suffolk, IP33 1LU', 52.2441, 0.7163),
  cambridge: at('Guildhall, Market Hill', 'Cambridge, Cambridgeshire, CB2 3QJ', 52.2049, 0.1194),
  canterbury: at('Westgate Hall, Westgate', 'Canterbury, Kent, CT1 2BT', 51.281, 1.0765),
  cardiff: at('City Hall, Cathays Park', 'Cardiff, South Glamorgan, CF10 3ND', 51.4852, -3.179),
  chelmsford: at('Civic Centre, Duke Street', 'Chelmsford, Essex, CM1 1JE', 51.7361, 0.4689),
  colchester: at('Town Hall, High Street', 'Colchester, Essex, CO1 1PJ', 51.8899, 0.901),
  derby: at('Masonic Hall, Friar Gate', 'Derby, Derbyshire, DE1 1BU', 52.9239, -1.4862),
  edinburgh: at('Assembly Rooms, George Street', 'Edinburgh, Midlothian, EH2 2LR', 55.953, -3.1988),
  exeter: at('Corn Exchange, Market Street', 'Exeter, Devon, EX1 1BW', 50.7216, -3.5336),
  glasgow: at('City Halls, Candleriggs', 'Glasgow, Lanarkshire, G1 1NQ', 55.8586, -4.2452),
  guildford: at('Guildhall, High Street', 'Guildford, Surrey, GU1 3AA', 51.2362, -0.5728),
  ipswich: at('Corn Exchange, King Street', 'Ipswich, Suffolk, IP1 1DH', 52.0573, 1.1533),
  leeds: at('Civic Hall, Calverley Street', 'Leeds, West Yorkshire, LS1 1UR', 53.802, -1.5485),
  leicester: at(
    'Town Hall, Town Hall Square',
    'Leicester, Leicestershire, LE1 9BG',
    52.6344,
    -1.1325,
  ),
  liverpool: at("St George's Hall, Lime Street", 'Liverpool, Merseyside, L1 1JJ', 53.4087, -2.98),
  london: at(
    'Borough Hall, Borough High Street',
    'London, Greater London, SE1 1JA',
    51.5024,
    -0.0921,
  ),
  manchester: at('Central Hall, Oldham Street', 'Manchester, Lancashire, M1 1JQ', 53.4828, -2.2347),
  newcastle: at(
    'Civic Centre, Barras Bridge',
    'Newcastle, Tyne and Wear, NE1 8QH',
    54.9785,
    -1.6112,
  ),
  norwich: at("St Andrew's Hall, St Andrew's Plain", 'Norwich, Norfolk, NR3 1AU', 52.6306, 1.2966),
  nottingham: at(
    'Albert Hall, North Circus Street',
    'Nottingham, Notts, NG1 5AA',
    52.9543,
    -1.1564,
  ),
  plymouth: at('Guildhall, Armada Way', 'Plymouth, Devon, PL1 2ER', 50.3703, -4.1422),
  reading: at('Riverside Works, Kings Road', 'Reading, Berkshire, RG1 3AA', 51.4551, -0.9604),
  sheffield: at(
    'Town Hall, Pinstone Street',
    'Sheffield, South Yorkshire, S1 2HH',
    53.3804,
    -1.4703,
  ),
  southampton: at(
    'Central Hall, St Mary Street',
    'Southampton, Hampshire, SO14 1NF',
    50.9053,
    -1.3964,
  ),
  southend: at('Civic Centre, Victoria Avenue', 'Southend-on-Sea, Essex, SS2 6ER', 51.5436, 0.7076),
  swansea: at(
    'Brangwyn Hall, Guildhall Road',
    'Swansea, West Glamorgan, SA1 4PE',
    51.6155,
    -3.9597,
  ),
  walden: at('Masonic Hall, Church Street', 'Saffron Walden, Essex, CB10 1JW', 52.0235, 0.2413),
  york: at('Friends Meeting House, Friargate', 'York, North Yorkshire, YO1 9RL', 53.957, -1.0822),
} satisfies Record<string, Venue>

function at(lines: string, town: string, latitude: number, longitude: number): Venue {
  const [addressLine1 = '', addressLine2 = ''] = lines.split(', ')
  const [city = '', state = '', postcode = ''] = town.split(', ')
  return { addressLine1, addressLine2, city, state, postcode, latitude, longitude }
}
