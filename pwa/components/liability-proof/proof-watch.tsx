import { useLiabilityWatch } from '#pwa/hooks/use-liability-check.ts'
import { useLogWatch } from '#pwa/hooks/use-log-watch.ts'
import { LiabilityWarning } from './warning-dialog.tsx'

/** Checks in the background what the platform proves: its log, and that what it owes counts the user. */
export function ProofWatch() {
  useLogWatch()
  useLiabilityWatch()
  return <LiabilityWarning />
}
