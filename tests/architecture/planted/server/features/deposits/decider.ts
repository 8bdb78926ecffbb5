import { deposit } from '../../events/catalog/deposits.ts'
import type { Decision } from '../../events/decider.ts'

export const decide = (): Decision => String(deposit)
