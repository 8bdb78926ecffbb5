import { useEffect } from 'react'
import { showBadge } from '#pwa/data/app-badge.ts'

/** Keeps the number on the icon of the installed app; leaving the account clears it. */
export function useAppBadge(count: number): void {
  useEffect(() => void showBadge(count), [count])
}
