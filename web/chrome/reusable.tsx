import { createContext, type ReactNode, useContext } from 'react'

/** Whether the server takes header and footer from an earlier page (reused-chrome.server.ts). */
export const IsChromeReused = /* @__PURE__ */ createContext(false)

/** For the server only: `Part`, or in its place a `Tag` with the logo, which React then preloads. */
export function Reusable({ Tag, Part }: { Tag: 'header' | 'footer'; Part: () => ReactNode }) {
  if (!useContext(IsChromeReused)) return <Part />
  return (
    <Tag data-reused="">
      <img src="/favicon.svg" alt="" />
    </Tag>
  )
}
