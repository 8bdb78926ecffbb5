// breaks pwa-knows-no-server
import type { Decision } from '../../../server/events/decider.ts'

export type Response = Decision
