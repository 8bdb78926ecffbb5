import type { KeptLiabilityCheck } from '#pwa/data/liability-check/kept-check.ts'
import { createPersonal } from './personal.ts'

interface LiabilityCheckState {
  /** Undefined until this device has checked a statement for the user. */
  readonly check?: KeptLiabilityCheck | undefined
}

/** What this device knows of the newest statement of liabilities. */
export const useLiabilityCheckStore = createPersonal<LiabilityCheckState>(() => ({}))
