import { useLiabilityWatch } from '#pwa/hooks/use-liability-check.ts'
import { LiabilityWarning } from './warning-dialog.tsx'

/** Checks in the background whether what the platform says it owes counts the user. */
export function LiabilityWatch() {
  useLiabilityWatch()
  return <LiabilityWarning />
}
