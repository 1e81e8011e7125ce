// The About page shortens these texts. Facts are the charity’s own.

export type Block = { title: string; text: readonly string[] }

export const ABOUT: readonly Block[] = [
  {
    title: 'Who We Are',
    text: [
      'CHAPS is a men’s health charity. A retired urological surgeon founded it in 2000. In hospital he had met many men whose cancer was found late, and he wanted to reach them earlier. So he brought a blood test to halls, lodges and workplaces. The first plan was to offer screening for 3 years. The need did not end with the plan, and we are still here.',
      'In 2024 we screened 3,497 men at 40 events. A small team runs each one, with trained phlebotomists and the volunteers of the club or firm that hosts it. Trustees are responsible for the charity, and clinical advisers check what we do and say.',
    ],
  },
  {
    title: 'What We Do',
    text: [
      'We run events where men aged 40 to 80 can have a PSA blood test. They take place in village halls, in masonic lodges and at work. A man books a time, answers a few questions about his health and gives a small blood sample. He gets his result as a colour, with what it means and what to do next. About 8% of first tests are abnormal, and we follow those up within 6 months.',
      'We also give talks, write plainly about men’s health and tell men where else to get help.',
      'We also say what the test cannot do. A raised PSA is not a diagnosis. A normal PSA does not rule cancer out. Some cancers that a test finds would never have done harm, and treatment can have lasting side effects. We ask every man to weigh this up first.',
    ],
  },
  {
    title: 'Why We Do It',
    text: [
      'Early prostate cancer often has no symptoms. By the time a man notices something, it may be harder to treat. There is no national screening programme for most men, and many do not know what they can ask for. From the age of 50, a man can ask his GP for a PSA test once they have talked about the benefits and risks.',
      'We believe that 70,000 men die before their time each year in the UK, from many causes, and that many of these deaths can be prevented. That figure is the charity’s own.',
      'Not everyone shares our view of screening. The UK National Screening Committee does not recommend mass PSA screening: it judges that testing all men would do more harm than good. We campaign for fair access to the test, with the facts, for men who want it. We tell them about the other view so that the choice is theirs.',
    ],
  },
]

export const GET_INVOLVED: readonly Block[] = [
  {
    title: 'Ideas for Fundraising Events',
    text: [
      'You do not need to run a marathon. Hold a quiz night, a cake sale, a sponsored walk or a five-a-side match. Ask your club to give one evening’s takings. Put a collecting jar by the till. Wear odd socks to work for a pound a pair. Small things add up quickly when friends join in.',
      'Tell us before you start. We can send posters and a collecting tin, and explain how to get the money to us safely. You need a licence from the council to collect in the street, so ask them first. Whatever you raise goes towards tests for men who could not pay for one.',
    ],
  },
  {
    title: 'Donate Today',
    text: [
      'A gift of any size helps to pay for phlebotomists, the laboratory and the hire of halls. Give once, or give a little each month. If you pay UK tax, ask for Gift Aid on the donation page and the charity can claim 25p more for each pound. Our donation service runs that page, and it opens in a new tab.',
      'You can also become a supporter with a pledge of £100. You can post a cheque, or a gift in memory of someone, to our address. We never ask for gifts by phone, and a man’s place at an event never depends on one.',
    ],
  },
  {
    title: 'Get Involved Today!',
    text: [
      'Bring an event to your own town. If you belong to a club, a lodge or a place of worship, ask whether it would host us. If you work for a larger firm, ask whether it would give an hour of a working day. We bring the team and the kit. You bring a room, some chairs and the men.',
      'Volunteers greet people, show them to a chair and make the tea. No medical training is needed, and we show you what to do. Or ask us to send a speaker. Write to us or call the office, and we will take it from there.',
    ],
  },
]
