/** Who read a text, on which day, and the SHA-256 of the file as it was then. */
export type Approval = { by: string; on: string; sha256: string }

/**
 * The files and folders whose words say something medical: symptoms, risk, preparation, results, and how
 * soon to act. Null until a clinician has approved the text; a change after that needs another approval.
 * Of a text that is a page, in `content/articles/`, the last approved words stay (decision 99).
 */
export const CLINICAL_TEXTS: Record<string, Approval | null> = {
  'charity/chaps/facts.ts': null,
  'content/about.ts': null,
  'content/articles/elderly-psa-testing.md': null,
  'content/articles/for-wives-partners-and-daughters.md': null,
  'content/articles/health-workplace.md': null,
  'content/articles/mens-health.md': null,
  'content/articles/prostate-diseases-and-prostate-cancer.md': null,
  'content/articles/questions-and-answers.md': null,
  'content/articles/research.md': null,
  'content/news/': null,
  'content/pages.ts': null,
  'content/poster.ts': null,
  'content/resources.ts': null,
  'content/screening/': null,
  'content/statistics.ts': null,
  'content/stories/': null,
  'content/thresholds.ts': null,
  'domain/band-text.ts': null,
  'domain/before-you-book.ts': null,
  'domain/consent.ts': null,
  'domain/follow-up.ts': null,
  'domain/gp-appointment.ts': null,
  'domain/limits-of-the-test.ts': null,
  'domain/office/result-comments.ts': null,
  'domain/outcome-text.ts': null,
  'domain/preparation-check.ts': null,
  'domain/preparation.ts': null,
  'domain/raised-results.ts': null,
  'server/hosts/host-pages/draw-poster.ts': null,
  'server/messages/mails/follow-up-requested.ts': null,
  'server/messages/mails/next-test-due.ts': null,
  'server/messages/mails/preparation-requested.ts': null,
  'server/results/result-letters/gp-letter.ts': null,
  'server/results/result-letters/result-letter.ts': null,
  'web/booking/answers-in-words.ts': null,
  'web/booking/before-you-consent.tsx': null,
  'web/booking/family-history.tsx': null,
  'web/booking/health-questions.tsx': null,
  'web/by-link/follow-up.tsx': null,
  'web/by-link/preparation.tsx': null,
  'web/events/warnings.server.ts': null,
  'web/first-questions/first-questions.tsx': null,
  'web/first-questions/words.ts': null,
  'web/home/eight-men.tsx': null,
  'web/hub/statistics.tsx': null,
  'web/hub/two-views.tsx': null,
  'web/office/day/walk-in/consent-steps.tsx': null,
  'web/office/loops/loop-text.ts': null,
  'web/office/results/review/result-text.ts': null,
  'web/pages/test-limits.tsx': null,
  'web/portal/results/raised-result.tsx': null,
  'web/portal/results/what-next.tsx': null,
  'web/ui/art/counts.tsx': null,
}

/** The policies that a lawyer approves, in the same way; each is a page. */
export const LEGAL_TEXTS: Record<string, Approval | null> = {
  'content/policies/cookies.md': null,
  'content/policies/privacy-policy.md': null,
  'content/policies/refund-policy.md': null,
  'content/policies/terms.md': null,
}

/** Where the last approved words of a text that is a page are kept, beside those being written. */
export function approvedCopyOf(place: string): string {
  return place.replace(/^content\//, 'content/approved/')
}
