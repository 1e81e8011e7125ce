import { NEWSLETTER_WORDS } from '../../domain/newsletter.ts'
import styles from '../ui/button.module.css'

/** The newsletter form as HTML, validated in our own words with and without script. */
export const STAY_IN_TOUCH = `<section id="stay-in-touch" aria-labelledby="newsletter"><form class="wrap" method="post" action="/api/subscriptions" novalidate>
<div><h2 id="newsletter">Stay In Touch</h2><p>${NEWSLETTER_WORDS} <a href="/privacy-policy">How we use your data</a> <a href="/newsletters">Past newsletters</a></p></div>
<div><p><label for="newsletter-name">Name</label><input id="newsletter-name" name="name" type="text" autocomplete="name" maxlength="80" aria-required="true" aria-describedby="newsletter-said"></p>
<p><label for="newsletter-email">Email</label><input id="newsletter-email" name="email" type="email" autocomplete="email" maxlength="254" aria-required="true" aria-describedby="newsletter-said"></p>
<input type="hidden" name="hear_about_event" value="true">
<button type="submit" class="${styles.button}" data-kind="sage" data-caps="true">Subscribe</button>
<p role="status" id="newsletter-said"></p></div>
</form></section>`
