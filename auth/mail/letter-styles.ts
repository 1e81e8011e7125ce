// A mail cannot load a style sheet, so its styles stand in its elements. What depends on the
// reader's screen is in one short sheet, which mail programs that know none leave out.
const SERIF = "'Source Serif 4',Georgia,serif"

export const STYLES = {
  page: "margin:0;padding:0;background:#fbfaf6;color:#17202b;font-family:'Source Sans 3',Verdana,sans-serif;font-size:18px;line-height:1.55",
  name: `max-width:26em;margin:0 auto;padding:16px 20px;color:#b2c8b8;font:600 24px/1.3 ${SERIF}`,
  tagline: "font:400 16px/1.4 'Source Sans 3',Verdana,sans-serif;color:#d0ded3",
  body: 'max-width:34.7em;margin:0 auto;padding:28px 20px 12px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#10243e;color:#ffffff;font-weight:600;text-decoration:none',
  facts: 'margin:0 0 24px;border-top:2px solid #10243e',
  fact: 'margin:0;padding:10px 0;border-bottom:1px solid #c9d1d8',
  term: 'display:inline-block;width:9.5em',
  code: 'display:block;border:1px solid #c9d1d8;background:#ffffff',
  foot: 'max-width:34.7em;margin:0 auto;padding:0 20px 32px;overflow-wrap:anywhere',
  footLines: 'margin:0;padding:16px 0 0;border-top:1px solid #c9d1d8;font-size:16px;color:#465464',
  link: 'color:#17325a',
} as const

export const DARK_AND_NARROW = `
@media (prefers-color-scheme:dark){
.page{background:#0d1825!important;color:#e8ecf0!important}
.head{background:#17325a!important}
.button{background:#b2c8b8!important;color:#10243e!important}
.top{border-color:#b2c8b8!important}
.rule,.soft{border-color:#41516a!important}
.soft{color:#bcc7d3!important}
.link{color:#b2c8b8!important}
}
@media (max-width:480px){
.term{display:block!important;width:auto!important}
}
`
