import type { Transfer } from '#server/events/log.ts'

/** An event of a type that a check has requested. */
export interface AuditedEvent {
  readonly position: number
  readonly stream: string
  readonly type: string
  /** As it was written: older versions are not converted. */
  readonly data: unknown
}

/** A check of certain event types, called in the order of positions. */
export interface EventCheck {
  readonly types: readonly string[]
  /** @throws AuditFault */
  next(event: AuditedEvent): void | Promise<void>
  /** Called with the transfers of every event, before {@link next}. */
  moved?(position: number, transfers: readonly Transfer[]): void
  /** The text about this check in the report. */
  summary(): string
}
