import type { EventCheck } from './event-check.ts'
import { LiabilitiesCheck } from './liabilities-check.ts'

/**
 * Every check of single events beside that of the keys. Add one here, and what it finds to
 * `AUDIT_CHECKS`.
 */
export const EVENT_CHECKS: readonly (() => EventCheck)[] = [() => new LiabilitiesCheck()]
