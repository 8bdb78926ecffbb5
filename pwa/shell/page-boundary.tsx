import { Component, type ReactNode } from 'react'
import { ErrorState } from '#pwa/ui/error-state.tsx'

interface State {
  failed: boolean
}

/** A page that breaks leaves the frame around it standing. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        title="This page did not open"
        message="Part of the app could not be loaded or failed. Nothing that you submitted is lost."
        // After an update in another tab this tab's code is gone: only a reload brings the new one.
        onRetry={() => location.reload()}
      />
    )
  }
}
