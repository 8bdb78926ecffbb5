import { showToast } from './toasts.ts'

/** For an entry whose act is not there yet. Source: spec 1 §2 My Account. */
export function sayComingSoon(entry: string): void {
  showToast({ title: entry, message: 'coming soon' })
}
