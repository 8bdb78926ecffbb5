import { useState } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'
import { t } from '#shared/text/t.ts'

/** Source: `--animate-late`. */
const LATE_MS = 400

/**
 * While the session check runs. index.html shows the same until this code is there, once that takes
 * long enough to be seen; what it shows already does not go away again.
 */
export function LoadingScreen() {
  const [isEarly] = useState(() => performance.now() < LATE_MS)
  return (
    <main className="grid min-h-dvh place-items-center" aria-busy="true">
      <p
        className={classNames(
          'flex flex-col items-center gap-4 text-fg-3 text-sm',
          isEarly && 'animate-late',
        )}
        role="status"
      >
        <img src="/icons/icon.svg" alt="" width="56" height="56" />
        {t('Loading')}
      </p>
    </main>
  )
}
