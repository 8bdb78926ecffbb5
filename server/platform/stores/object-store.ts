import type { Readable } from 'node:stream'

/**
 * Stores bytes under names, in a folder or S3. Both give the same guarantees, which one test checks
 * for both.
 *
 * @throws StoreUnavailable from every method, if the store is not available
 */
export interface ObjectStore {
  /** Used in messages to operators. */
  readonly label: string
  /** The bytes leave this machine, so they are encrypted first. */
  readonly isRemote: boolean
  /** Resolves once the bytes would survive a crash. */
  put(name: string, content: Buffer): Promise<void>
  /** The caller reads or destroys the content. */
  get(name: string): Promise<StoredObject | undefined>
  /** Does nothing if there is none. */
  remove(name: string): Promise<void>
  /** Replaces the object `name` with `by`; does nothing if `by` is gone. */
  replace(name: string, by: string): Promise<void>
  /** Resolves when objects can be read. */
  check(): Promise<void>
  /** Resolves when objects can be stored and read. */
  prove(): Promise<void>
  close(): void
}

export interface StoredObject {
  readonly bytes: number
  readonly content: Readable
}

/** A store that does not respond, or refuses a request. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** What is wrong, without where: "does not respond". */
  readonly fault: string
  /** Only a change of the configuration can help. */
  readonly isLasting: boolean

  constructor(label: string, fault: string, { isLasting, cause }: FaultOptions) {
    super(`The store ${label} ${fault}.`, { cause })
    this.fault = fault
    this.isLasting = isLasting
  }
}

interface FaultOptions {
  readonly isLasting: boolean
  readonly cause?: unknown
}
