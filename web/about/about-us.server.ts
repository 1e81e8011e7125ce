import { ABOUT, GET_INVOLVED } from '../../content/about.ts'
import { SUPPORTERS } from '../../content/supporters.ts'
import { TEAM, TRUSTEES } from '../../content/team.ts'
import { contentPage } from '../pages/content-page.server.ts'
import { PLACEHOLDERS } from '../placeholders.ts'

export function aboutUs() {
  return {
    page: contentPage('/about-us'),
    about: ABOUT,
    team: TEAM,
    trustees: TRUSTEES,
    supporters: SUPPORTERS,
    getInvolved: GET_INVOLVED,
    contactForm: { sendTo: PLACEHOLDERS.contactForm },
  }
}
