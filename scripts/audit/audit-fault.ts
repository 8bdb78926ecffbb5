/** The checks of an audit, in an order in which each relies on the earlier ones. */
export const AUDIT_CHECKS = {
  export: 'the export can be read and begins with the first event',
  positions: 'the positions have no gap',
  chains: 'each hash follows from the event and the hash before it in its stream',
  rules: 'each event is of its kind of stream, and its state follows from its rules',
  transfers: 'each transfer is what its event means, within one asset',
  overdrawn: 'no user was below zero after any event',
  sums: 'every asset sums to zero',
  holds: 'every frozen amount is held by open streams that name it',
  liabilities:
    'each statement of liabilities is what users owned and were promised at its position',
  keys: 'each key of the log is endorsed by the one before',
  checkpoints: 'each signed checkpoint is of exactly these events',
  'earlier checkpoint': 'the checkpoints that were seen before are of the same log',
} as const
export type AuditCheck = keyof typeof AUDIT_CHECKS

/** The first fault that an audit finds, which ends the audit. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault'
  readonly check: AuditCheck
  /** The position of the event; for a fault of the whole log, of the last event. */
  readonly position: number

  constructor(check: AuditCheck, position: number, message: string) {
    super(message)
    this.check = check
    this.position = position
  }
}
