// A mail cannot load a style sheet, so its styles stand in its elements. What depends on the
// reader's screen is in one short sheet, which mail programs that know none leave out.
const SERIF = "'Source Serif 4',Georgia,serif"

const ROW = 'border-bottom:1px solid #c9d1d8;text-align:left;vertical-align:top'

export const STYLES = {
  page: "margin:0;padding:0;background:#fbfaf6;color:#17202b;font-family:'Source Sans 3',Verdana,sans-serif;font-size:18px;line-height:1.55",
  name: `max-width:26em;margin:0 auto;padding:16px 20px;color:#b2c8b8;font:600 1.34em/1.3 ${SERIF}`,
  tagline: "font:400 .67em/1.4 'Source Sans 3',Verdana,sans-serif;color:#d0ded3",
  body: 'max-width:34.7em;margin:0 auto;padding:28px 20px 12px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#10243e;color:#ffffff;font-weight:600;text-align:center;text-decoration:none',
  heading: `margin:32px 0 12px;font:600 1.17em/1.3 ${SERIF}`,
  facts: 'width:100%;margin:0 0 24px;border-collapse:collapse;border-top:2px solid #10243e',
  term: `width:34%;padding:10px 16px 10px 0;${ROW};font-weight:600`,
  said: `padding:10px 0;${ROW}`,
  code: 'display:block;border:1px solid #c9d1d8;background:#ffffff',
  foot: 'max-width:34.7em;margin:0 auto;padding:0 20px 32px;overflow-wrap:anywhere',
  footLines: 'margin:0;padding:16px 0 0;border-top:1px solid #c9d1d8;font-size:.89em;color:#465464',
  link: 'color:#17325a',
} as const

export const DARK_AND_NARROW = `
.page{font-size:max(18px,1.125rem)!important}
@media (prefers-color-scheme:dark){
.page{background:#0d1825!important;color:#e8ecf0!important}
.head{background:#17325a!important}
.button{background:#b2c8b8!important;color:#10243e!important}
.top{border-color:#b2c8b8!important}
.rule,.soft{border-color:#41516a!important}
.soft{color:#bcc7d3!important}
.link{color:#b2c8b8!important}
}
@media (max-width:30em){
.term,.said{display:block!important;width:auto!important}
.term{padding-bottom:0!important;border-bottom:0!important}
.said{padding-top:0!important}
}
`
