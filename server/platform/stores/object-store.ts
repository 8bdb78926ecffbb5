import type { Readable } from 'node:stream'

/**
 * Where bytes are kept under names: a folder or S3. Both keep the same promises, which one test checks
 * for each of them.
 *
 * @throws StoreUnavailable, from every method, where the store cannot do its work now
 */
export interface ObjectStore {
  /** In messages to operators. */
  readonly label: string
  /** Its bytes leave this machine, so they are encrypted before. */
  readonly isRemote: boolean
  /** The bytes survive a crash when it resolves. */
  put(name: string, content: Buffer): Promise<void>
  /** The caller reads or destroys the content. */
  get(name: string): Promise<StoredObject | undefined>
  /** Does nothing where there is none. */
  remove(name: string): Promise<void>
  /** Puts the object `by` in the place of `name`; does nothing where `by` is gone. */
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

/** A store that does not answer, or refuses what it is asked. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** What is wrong, without where: "does not answer". */
  readonly fault: string
  /** Only another configuration can help. */
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
