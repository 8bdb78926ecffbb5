import { Component, type ReactNode } from 'react'
import { ErrorState } from '#pwa/ui/states.tsx'
import { t } from '#shared/text/t.ts'

/** A page that fails leaves the frame around it intact. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        title={t('This page did not open')}
        message={t(
          'Part of the app could not be loaded or failed. Nothing that you submitted is lost.',
        )}
        // After an update in another tab this tab's code is gone until a reload.
        onRetry={() => location.reload()}
      />
    )
  }
}
