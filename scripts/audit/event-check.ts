import type { Transfer } from '#server/events/log.ts'

/** An event of one of the types that a check has asked for. */
export interface AuditedEvent {
  readonly position: number
  readonly stream: string
  readonly type: string
  /** As it was written: older versions are not converted. */
  readonly data: unknown
}

/** A check of what single types of event say, in the order of their positions. */
export interface EventCheck {
  readonly types: readonly string[]
  /** @throws AuditFault */
  next(event: AuditedEvent): void | Promise<void>
  /** Hears of what an event of any type moves, before {@link next}. */
  moved?(position: number, transfers: readonly Transfer[]): void
  /** What the report says of it. */
  summary(): string
}
