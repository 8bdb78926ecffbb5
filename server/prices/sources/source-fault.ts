/** The other side failed: counted, waited for, tried again; never shown as a price. */
export class SourceFault extends Error {
  readonly retryAfterMs: number | undefined

  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'SourceFault'
    this.retryAfterMs = retryAfterMs
  }
}

/** Where a source tells of faults that it survives. */
export type FaultReport = (fault: unknown) => void
