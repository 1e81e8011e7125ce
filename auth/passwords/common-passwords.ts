import { readFileSync } from 'node:fs'

/** Lower case, of any length. easy-to-guess.ts also matches variants with capitals, digits and signs. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password passwords passw0rd passwort passwd pass passcode password1 password12 password123 pass123
  123456 1234567 12345678 123456789 1234567890 12345 1234 123123 123321 123456a 123456q 1234qwer
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 2wsx3edc 3edc4rfv qazwsx qazwsxedc qaz123 zaq12wsx
  zaq1zaq1 xsw21qaz 147258 147258369 147852 159357 159753 258456 741852 741852963 789456 789456123
  963852741 987654 456789 456123 321321 112233 11223344 121212 131313 141414 151515 101010 202020
  232323 252525 696969 123654 123789 124578 135790 142536 102030 010203 20202020 10203040
  qwerty qwertyuiop qwert qwer qwerty1 qwerty12 qwerty123 qwertz qwertzuiop azerty azertyuiop
  qweasd qweasdzxc qwe123 qweqwe asdasd asdfgh asdfghjkl asdfasdf asdf asdf1234 asd123 zxczxc zxcvbn
  zxcvbnm zxcasdqwe abc abc123 abcabc abcd abcd1234 abcdef abcdefg a1b2c3 a1b2c3d4 a123456 aa123456
  aaa111 aaa123 q1w2e3 q1w2e3r4 q1w2e3r4t5 w2e3r4 test testing tester test123 testtest
  admin administrator administrateur root toor guest login logon user username default changeme
  changeit change temp temporary letmein letmeinnow welcome welcomes hello hellothere hello123 hi
  secret secrets topsecret private access account master mypass mypassword nopassword thepassword
  mysecret security secure system server computer internet network desktop laptop windows microsoft
  google facebook twitter instagram youtube amazon apple iphone android samsung nokia linux ubuntu
  oracle cisco database website online support manager office company business money cash bank
  iloveyou iloveu ilove loveyou loveme lovely lover loverboy lovers love love123 mylove truelove
  forever together always friend friends friendship bestfriend family mother father mommy mummy
  mammy daddy brother sister husband wife baby babyboy babygirl babydoll honey sweetheart sweetie
  sweety darling angel angels princess prince queen king kingkong beautiful pretty sexy sexyboy
  sexygirl hottie cutie bitch bastard fuck fucker fuckme fuckoff fuckyou fuckyou1 asshole pussy
  dick cock tits boobs porn sex
  monkey monkeys dragon dragons tiger tigers lion lions panther cougar jaguar leopard eagle eagles
  falcon falcons hawk hawks bear bears panda wolf wolves wolverine horse horses pony cat cats kitty
  kitten pussycat dog dogs doggy puppy rabbit bunny turtle dolphin dolphins shark sharks fish fishing
  spider snake rooster chicken pigeon butterfly hamster badger otter
  sunshine sunflower sunny rainbow flower flowers rose roses daisy lily violet summer winter autumn
  spring january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday summertime christmas santa snowman easter
  football footbal soccer rugby cricket golf golfer tennis snooker darts boxing hockey baseball
  basketball softball volleyball champion champions winner player united city rovers rangers celtic
  arsenal chelsea liverpool everton tottenham spurs manchester manutd mancity westham leeds
  newcastle sunderland villa astonvilla wolves burnley fulham southampton portsmouth norwich ipswich
  derby forest barcelona realmadrid juventus gunners lfc ynwa ferrari porsche mercedes bmw audi
  toyota honda yamaha suzuki ducati harley harleydavidson jaguar bentley corvette mustang camaro
  london england britain scotland ireland wales america canada australia paris france germany spain
  italy india pakistan bristol birmingham glasgow edinburgh cardiff belfast dublin sheffield
  nottingham leicester coventry swindon plymouth brighton oxford cambridge york bath
  michael jordan jordan23 matthew andrew daniel david james john johnny robert thomas william
  george charlie charles harry henry joseph joshua anthony christopher chris nicholas nick steven
  stephen peter paul mark martin kevin brian alan alex alexander alexis adam aaron ben benjamin
  samuel sam jack jackson jacob oliver oscar edward richard ronald donald kenneth gary graham keith
  derek trevor nigel simon patrick ryan justin jason jeremy brandon tyler austin dylan logan mason
  hunter dakota jessica jennifer michelle nicole amanda ashley samantha sarah sara stephanie
  elizabeth victoria charlotte emma emily olivia sophie chloe hannah rachel rebecca laura lauren
  linda susan karen margaret maggie mary maria anna hayley heather melissa natalie vanessa patricia
  barbara sandra angela andrea lucy molly ellie poppy bella buddy max rocky lucky shadow smokey
  tigger snoopy garfield mickey minnie pooh winnie barney bambi bubbles pepper ginger cookie coffee
  chocolate cheese banana orange cherry strawberry peanut butter biscuit pumpkin apple123 lemon
  whiskey whisky guinness budweiser heineken corona cocacola pepsi
  batman superman spiderman ironman starwars startrek skywalker yoda vader matrix trinity neo gandalf
  frodo pokemon pikachu naruto ninja samurai warrior knight wizard magic merlin phoenix ranger hunter1
  killer terminator predator maverick iceman cowboy cowboys pirate pirates captain soldier sniper
  trooper marine army navy police hacker zombie vampire ghost devil demon satan lucifer hell heaven
  jesus jesus1 jesuschrist christ christian god godisgood blessed faith grace church bible prayer
  freedom liberty peace victory power energy thunder lightning storm hurricane fire blaze flame water
  ocean river mountain silver golden gold diamond diamonds crystal platinum purple yellow green blue
  black blackie white red redsox scarlet orange1 pink
  music guitar guitars piano drums rocknroll metallica nirvana slipknot eminem beatles elvis queen1
  genesis madonna prince1 hiphop rapper dancer dancing disco party
  whatever trustno1 nothing something anything everything nobody someone blahblah blah lol lolol omg
  yesyes nono please thankyou thanks sorry goodbye goodluck lucky13 lucky7 happy happyday smile smiley
  funny crazy stupid idiot loser cool coolman awesome amazing perfect special genius monster gangster
  playboy player1 bigdaddy bigdog bigdick bigboy biggie badboy badgirl badass goodboy hotdog hotrod
  gateway explorer mercury jupiter saturn galaxy planet universe rocket apollo discovery enterprise
  voyager pioneer victory1 concorde spitfire lancaster aircraft airplane airport pilot driver trucker
  student teacher school college university doctor nurse health hospital medical patient
  qwaszx pokemon1 dragon1 monkey1 shadow1 master1 michael1 football1 baseball1 jordan1 superman1
  batman1 sunshine1 princess1 welcome1 letmein1 iloveyou1 charlie1 abc12345 abcd123 1password
  111111 222222 333333 444444 555555 666666 777777 888888 999999 000000 password0 google1 chelsea1
  arsenal1 liverpool1 rangers1 celtic1 everton1 nofuture solo access14 mustang1 thomas1 hunter2
  `
    .trim()
    .split(/\s+/),
)

/** 42,692 of leaked lists with at least six characters, in lower case; the file names its source. */
export const LEAKED_PASSWORDS: ReadonlySet<string> = new Set(readLeaked())

function readLeaked(): string[] {
  const file = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  return file
    .slice(file.indexOf('\n\n') + 2)
    .trimEnd()
    .split('\n')
}
