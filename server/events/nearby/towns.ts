/** Towns by name, in hundredths of a degree (about half a mile): name, latitude, longitude. */
const LIST = `
Aberdeen 57.15 -2.10|Aberystwyth 52.41 -4.08|Armagh 54.35 -6.65|Ashford 51.15 0.87|Aylesbury 51.82 -0.81|Ayr 55.46 -4.63
Ballymena 54.86 -6.28|Bangor 53.23 -4.13|Barnsley 53.55 -1.48|Barnstaple 51.08 -4.06|Barrow-in-Furness 54.11 -3.23
Basildon 51.57 0.46|Basingstoke 51.27 -1.09|Bath 51.38 -2.36|Bedford 52.14 -0.47|Belfast 54.60 -5.93|Birmingham 52.48 -1.90
Blackburn 53.75 -2.48|Blackpool 53.82 -3.05|Bolton 53.58 -2.43|Boston 52.98 -0.02|Bournemouth 50.72 -1.88|Bradford 53.79 -1.75
Braintree 51.88 0.55|Brecon 51.95 -3.39|Brentwood 51.62 0.30|Bridgend 51.51 -3.58|Brighton 50.83 -0.14|Bristol 51.45 -2.59
Burnley 53.79 -2.24|Bury St Edmunds 52.25 0.71|Cambridge 52.21 0.12|Canterbury 51.28 1.08|Cardiff 51.48 -3.18
Carlisle 54.89 -2.93|Carmarthen 51.86 -4.31|Chatham 51.38 0.53|Chelmsford 51.74 0.47|Cheltenham 51.90 -2.08|Chester 53.19 -2.89
Chesterfield 53.24 -1.43|Chichester 50.84 -0.78|Clacton-on-Sea 51.79 1.15|Coleraine 55.13 -6.67|Colchester 51.89 0.90
Coventry 52.41 -1.51|Crawley 51.11 -0.19|Crewe 53.10 -2.44|Croydon 51.37 -0.10|Darlington 54.53 -1.55|Derby 52.92 -1.48
Derry 55.00 -7.32|Doncaster 53.52 -1.13|Dorchester 50.72 -2.44|Dover 51.13 1.31|Dumfries 55.07 -3.61|Dundee 56.46 -2.97
Durham 54.78 -1.57|Eastbourne 50.77 0.29|Edinburgh 55.95 -3.19|Enniskillen 54.34 -7.64|Exeter 50.72 -3.53|Falkirk 56.00 -3.78
Fort William 56.82 -5.11|Glasgow 55.86 -4.25|Gloucester 51.86 -2.25|Grantham 52.91 -0.64|Grays 51.48 0.33|Grimsby 53.57 -0.08
Guildford 51.24 -0.57|Halifax 53.72 -1.86|Harlow 51.77 0.09|Harrogate 53.99 -1.54|Hastings 50.86 0.58|Hereford 52.06 -2.72
High Wycombe 51.63 -0.75|Huddersfield 53.65 -1.78|Hull 53.74 -0.34|Inverness 57.48 -4.22|Ipswich 52.06 1.16|Kendal 54.33 -2.75
Kettering 52.40 -0.73|Kidderminster 52.39 -2.25|Kilmarnock 55.61 -4.50|King's Lynn 52.75 0.40|Lancaster 54.05 -2.80
Leeds 53.80 -1.55|Leicester 52.64 -1.13|Lincoln 53.23 -0.54|Lisburn 54.51 -6.04|Liverpool 53.41 -2.98|Llandudno 53.32 -3.83
London 51.51 -0.13|Londonderry 55.00 -7.32|Lowestoft 52.48 1.75|Luton 51.88 -0.42|Macclesfield 53.26 -2.13|Maidstone 51.27 0.52
Manchester 53.48 -2.24|Mansfield 53.14 -1.20|Margate 51.39 1.39|Middlesbrough 54.57 -1.23|Milton Keynes 52.04 -0.76
Newbury 51.40 -1.32|Newcastle 54.98 -1.61|Newcastle upon Tyne 54.98 -1.61|Newport 51.58 -3.00|Newquay 50.41 -5.08
Newry 54.18 -6.34|Northampton 52.24 -0.90|Norwich 52.63 1.30|Nottingham 52.95 -1.15|Oban 56.41 -5.47|Oldham 53.54 -2.12
Omagh 54.60 -7.30|Oxford 51.75 -1.26|Penzance 50.12 -5.54|Perth 56.40 -3.43|Peterborough 52.57 -0.24|Plymouth 50.37 -4.14
Poole 50.72 -1.98|Portsmouth 50.80 -1.09|Preston 53.76 -2.70|Reading 51.45 -0.97|Redditch 52.31 -1.94|Rochdale 53.61 -2.16
Romford 51.58 0.18|Rotherham 53.43 -1.36|Rugby 52.37 -1.26|Saffron Walden 52.02 0.24|Salisbury 51.07 -1.79|Scarborough 54.28 -0.40
Scunthorpe 53.59 -0.65|Sheffield 53.38 -1.47|Shrewsbury 52.71 -2.75|Slough 51.51 -0.59|Southampton 50.91 -1.40
Southend 51.54 0.71|Southend-on-Sea 51.54 0.71|Southport 53.65 -3.01|St Albans 51.75 -0.34|Stafford 52.81 -2.12
Stevenage 51.90 -0.20|Stirling 56.12 -3.94|Stockport 53.41 -2.16|Stoke-on-Trent 53.00 -2.18|Stowmarket 52.19 1.00
Sunderland 54.91 -1.38|Swansea 51.62 -3.94|Swindon 51.56 -1.78|Taunton 51.02 -3.10|Telford 52.68 -2.45|Torquay 50.46 -3.53
Truro 50.26 -5.05|Tunbridge Wells 51.13 0.26|Wakefield 53.68 -1.50|Walsall 52.59 -1.98|Warrington 53.39 -2.60|Watford 51.66 -0.40
Wigan 53.55 -2.63|Winchester 51.06 -1.31|Wolverhampton 52.59 -2.13|Worcester 52.19 -2.22|Worthing 50.81 -0.37|Wrexham 53.05 -2.99
Yeovil 50.94 -2.63|York 53.96 -1.08`

export const TOWNS = LIST.trim()
  .split(/[|\n]/)
  .map((entry) => {
    const [, name = '', latitude, longitude] = /^(.+) (\S+) (\S+)$/.exec(entry) ?? []
    return { name, latitude: Number(latitude), longitude: Number(longitude) }
  })

/**
 * More towns, by the postcode district of their centre: its point is the middle of the district's sectors, from the
 * list of the Office for National Statistics beside this file (Open Government Licence v3.0).
 */
const BY_DISTRICT = `
Abingdon OX14|Accrington BB5|Aldershot GU11|Alfreton DE55|Alton GU34|Altrincham WA14|Andover SP10|Arbroath DD11|Ashton-under-Lyne OL6
Banbury OX16|Banff AB45|Barry CF62|Bathgate EH48|Batley WF17|Beverley HU17|Bexhill-on-Sea TN39|Bicester OX26|Bideford EX39|Billericay CM12
Birkenhead CH41|Bishop Auckland DL14|Bishop's Stortford CM23|Blyth NE24|Bodmin PL31|Bognor Regis PO21|Borehamwood WD6|Bracknell RG12
Bridgwater TA6|Bridlington YO15|Brighouse HD6|Burgess Hill RH15|Burton upon Trent DE14|Bury BL9|Buxton SK17|Caerphilly CF83|Camborne TR14
Camberley GU15|Cannock WS11|Castleford WF10|Chippenham SN15|Chorley PR7|Christchurch BH23|Cirencester GL7|Clevedon BS21|Coalville LE67
Congleton CW12|Corby NN17|Cramlington NE23|Crowborough TN6|Cumbernauld G67|Cwmbran NP44|Dartford DA1|Daventry NN11|Deal CT14|Dereham NR19
Devizes SN10|Dewsbury WF13|Diss IP22|Dudley DY1|Dunfermline KY12|Dunstable LU6|East Grinstead RH19|East Kilbride G74|Eastleigh SO50
Elgin IV30|Ellesmere Port CH65|Ely CB7|Evesham WR11|Exmouth EX8|Fareham PO16|Farnborough GU14|Farnham GU9|Faversham ME13|Felixstowe IP11
Fleet GU51|Folkestone CT20|Frome BA11|Galashiels TD1|Gateshead NE8|Gosport PO12|Gravesend DA11|Great Yarmouth NR30|Greenock PA15|Halesowen B63
Halstead CO9|Hartlepool TS24|Harwich CO12|Hatfield AL10|Haverhill CB9|Haverfordwest SA61|Haywards Heath RH16|Heanor DE75|Hemel Hempstead HP1
Herne Bay CT6|Hertford SG14|Hinckley LE10|Hitchin SG5|Holyhead LL65|Horsham RH12|Huntingdon PE29|Ilfracombe EX34|Ilkeston DE7|Irvine KA12
Keighley BD21|Kidlington OX5|Kirkcaldy KY1|Leamington Spa CV32|Leatherhead KT22|Leek ST13|Leigh WN7|Leighton Buzzard LU7|Leominster HR6
Letchworth SG6|Lewes BN7|Lichfield WS13|Littlehampton BN17|Livingston EH54|Llanelli SA15|Loughborough LE11|Louth LN11|Ludlow SY8
Lytham St Annes FY8|Maldon CM9|Maidenhead SL6|Malvern WR14|March PE15|Market Harborough LE16|Matlock DE4|Melksham SN12|Melton Mowbray LE13
Merthyr Tydfil CF47|Morecambe LA4|Morley LS27|Motherwell ML1|Neath SA11|Nelson BB9|Newark NG24|Newmarket CB8|Newton Abbot TQ12|Northwich CW9
Nuneaton CV11|Oakham LE15|Ormskirk L39|Oswestry SY11|Paignton TQ3|Paisley PA1|Penrith CA11|Pontefract WF8|Pontypridd CF37|Port Talbot SA12
Ramsgate CT11|Redcar TS10|Redhill RH1|Redruth TR15|Reigate RH2|Retford DN22|Rhyl LL18|Rugeley WS15|Runcorn WA7|Rushden NN10|Salford M3
Scarisbrick L40|Selby YO8|Sevenoaks TN13|Sheerness ME12|Shoreham-by-Sea BN43|Sittingbourne ME10|Skegness PE25|Skelmersdale WN8|Sleaford NG34
Solihull B91|South Shields NE33|Spalding PE11|St Andrews KY16|St Austell PL25|St Helens WA10|St Neots PE19|Staines TW18
Stamford PE9|Stockton-on-Tees TS18|Stourbridge DY8|Stranraer DG9|Stratford-upon-Avon CV37|Stroud GL5|Sudbury CO10|Sutton Coldfield B72
Swadlincote DE11|Tamworth B79|Thetford IP24|Tiverton EX16|Tonbridge TN9|Trowbridge BA14|Uckfield TN22|Wallasey CH44|Wellingborough NN8
Welwyn Garden City AL8|Weston-super-Mare BS23|Weymouth DT4|Whitby YO21|Whitehaven CA28|Whitley Bay NE26|Whitstable CT5|Wickford SS11
Widnes WA8|Wilmslow SK9|Wimborne BH21|Wisbech PE13|Witham CM8|Witney OX28|Woking GU22|Wokingham RG40|Workington CA14|Worksop S80
Wymondham NR18|Yate BS37
`

export const DISTRICT_OF_TOWN: readonly { name: string; district: string }[] = BY_DISTRICT.trim()
  .split(/[|\n]/)
  .map((entry) => {
    const [, name = '', district = ''] = /^(.*) (\S+)$/.exec(entry) ?? []
    return { name, district }
  })
