import { Component, type ReactNode } from 'react'
import { noteFailure } from '#pwa/loading/last-failure.ts'
import { forgetFailures } from '#pwa/loading/lazy-view.tsx'
import { t } from '#shared/text/t.ts'

interface FailureBoundaryProps {
  children: ReactNode
  /** Shown instead of what failed. */
  fallback: ReactNode
}

/** If something inside fails, or its code cannot be loaded, everything around it stays intact. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    forgetFailures()
    noteFailure()
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

export function failureMessage(): string {
  return t('Part of the app could not be loaded or failed. Nothing that you submitted is lost.')
}

/** After an update in another tab this tab's code is gone until a reload. */
export function openAgain(): void {
  location.reload()
}
