import { linkPreviewOf } from '../../content/link-previews.ts'
import { SITE_NAME, siteAddress } from '../page-meta.ts'

type LinkPreviewProps = {
  title: string
  description: string
  address: string
  isArticle: boolean
}

export function LinkPreview({ title, description, address, isArticle }: LinkPreviewProps) {
  const { pathname } = new URL(address)
  const image = previewAddress(pathname)
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={isArticle ? 'article' : 'website'} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={imageText(pathname)} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={imageText(pathname)} />
    </>
  )
}

/** Throws Error when there is none. */
export function previewAddress(pathname: string): string {
  return siteAddress(`/previews/${previewAt(pathname).name}.png`)
}

function imageText(pathname: string): string {
  const { title, line } = previewAt(pathname)
  return `${SITE_NAME}: ${title}. ${line}`
}

function previewAt(pathname: string) {
  const preview = linkPreviewOf(pathname)
  if (!preview) throw new Error(`content/link-previews.ts has no picture for ${pathname}`)
  return preview
}
