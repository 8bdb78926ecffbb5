import { Notice } from '#pwa/ui/notice.tsx'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { formatBytes } from '#shared/format.ts'
import type { ShareOutcome } from '#shared/rules/shared-screenshot.ts'
import { msg, t } from '#shared/text/t.ts'

/** The result of a file shared from another app. */
export function SharedNotice({ outcome }: { outcome: ShareOutcome | undefined }) {
  if (!outcome) return null
  return (
    <Notice tone={outcome === 'kept' ? 'info' : 'danger'}>
      {t(TEXTS[outcome], { maximum: formatBytes(SCREENSHOT_BYTES_MAX) })}
    </Notice>
  )
}

const TEXTS: Readonly<Record<ShareOutcome, string>> = {
  kept: msg('Your screenshot is attached. Choose the coin that you have sent.'),
  missing: msg(
    'Nothing was shared. Share the payment screenshot again, or choose it in the final step.',
  ),
  several: msg('Share one screenshot at a time.'),
  not_image: msg('What you shared is not an image we can read. Share a JPEG, PNG, WebP or GIF.'),
  too_large: msg('The image is too large. Maximum size is {maximum}.'),
  failed: msg('The screenshot could not be saved. Choose it in the final step.'),
}
