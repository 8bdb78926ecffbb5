import type { ReactNode } from 'react'
import { FailureBoundary, failureMessage, openAgain } from '#pwa/components/failure-boundary.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { t } from '#shared/text/t.ts'

/** A page that fails leaves the frame around it intact. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const failed = (
    <ErrorState
      title={t('This page could not be opened')}
      message={failureMessage()}
      onRetry={openAgain}
    />
  )
  return <FailureBoundary fallback={failed}>{children}</FailureBoundary>
}
