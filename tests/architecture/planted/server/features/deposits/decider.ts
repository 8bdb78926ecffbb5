import { deposit } from './events.ts'
import type { Decision } from '../../events/decider.ts'

export const decide = (): Decision => String(deposit)
