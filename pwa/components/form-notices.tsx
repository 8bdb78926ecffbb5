import { keptUntilSent } from '#pwa/hooks/sent-when.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useOutboxStore } from '#pwa/stores/outbox.ts'
import { Notice, ProblemNotice } from '#pwa/ui/notice.tsx'
import type { Problem } from '#pwa/ui/problem.ts'
import { msg, t } from '#shared/text/t.ts'

interface FormNoticesProps {
  form: { readonly notice: Problem | undefined }
  /** What this form submits, if that may wait for a connection: "The order". */
  waits?: string | undefined
  /** What else being offline means for this form: that it cannot be sent, or what gets outdated. */
  offline?: string | undefined
}

/** Below the fields: the problem of the last attempt, and what being offline means. */
export function FormNotices({ form, waits, offline }: FormNoticesProps) {
  const { isOnline } = useConnection()
  const isKept = useOutboxStore((state) => state.isKept)
  const meaning =
    waits && !isKept ? [t(NOT_KEPT_OFFLINE)] : [waits && keptUntilSent(waits), offline]
  return (
    <>
      <ProblemNotice problem={form.notice} />
      {!isOnline && (waits || offline) && (
        <Notice>{[t('You are offline.'), ...meaning].filter(Boolean).join(' ')}</Notice>
      )}
      {isOnline && waits && !isKept && <Notice>{t(NOT_KEPT)}</Notice>}
    </>
  )
}

/** As in a private window of some browsers. */
const NOT_KEPT = msg(
  'This browser cannot store data on this device. Stay on this page until you see the result of your submission.',
)
const NOT_KEPT_OFFLINE = msg(
  'This browser cannot store data on this device, so your submission needs a connection.',
)
