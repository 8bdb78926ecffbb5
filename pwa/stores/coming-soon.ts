import { showToast } from './toasts.ts'

/** For an entry that has no action yet. */
export function sayComingSoon(entry: string): void {
  showToast({ title: entry, message: 'coming soon' })
}
