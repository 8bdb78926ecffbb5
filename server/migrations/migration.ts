import type { Kysely } from 'kysely'

/** One step of the schema, and the servers that are compatible before and after it. */
export type Migration = (Change | IndexBuild) & Compatibility

interface Change {
  /** Runs in the same transaction as the record that it was applied. */
  readonly up: (db: Kysely<unknown>) => Promise<void>
}

/** Builds indexes while appends continue, which PostgreSQL cannot do in a transaction. */
interface IndexBuild {
  readonly indexes: readonly IndexDefinition[]
}

export interface IndexDefinition {
  readonly name: string
  readonly unique?: true
  /** The text after the name in `create index`: `on event (type, position)`. */
  readonly definition: string
}

interface Compatibility {
  /**
   * The oldest servers that work after it: `any`, or those that know the migration named here. It
   * is stored in the database for servers that do not know this migration; without it, they refuse
   * to start.
   */
  readonly oldestServer?: string
  /**
   * Servers that know it also work before it is applied, because they need nothing that it adds.
   */
  readonly canWait?: true
}
