import type { EventCheck } from './event-check.ts'
import { LiabilitiesCheck } from './liabilities-check.ts'

/**
 * Every check of single events, except that of the keys. Add new checks here, and their faults to
 * `AUDIT_CHECKS`.
 */
export const EVENT_CHECKS: readonly (() => EventCheck)[] = [() => new LiabilitiesCheck()]
