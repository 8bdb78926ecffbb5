import type { Kysely } from 'kysely'

/** One step of the schema, and the servers that can serve before and after it. */
export type Migration = (Change | IndexBuild) & Compatibility

interface Change {
  /** Runs in one transaction with the record that it has run. */
  readonly up: (db: Kysely<unknown>) => Promise<void>
}

/** Builds indexes while appends go on; PostgreSQL does that in no transaction. */
interface IndexBuild {
  readonly indexes: readonly IndexDefinition[]
}

export interface IndexDefinition {
  readonly name: string
  readonly unique?: true
  /** What follows the name in `create index`: `on event (type, position)`. */
  readonly definition: string
}

interface Compatibility {
  /**
   * The oldest servers that serve after it: `any`, or those that know the migration named here. The
   * database keeps it for servers that do not know this one; without it they refuse to start.
   */
  readonly oldestServer?: string
  /** Servers that know it also serve before it is applied: they need nothing that it adds. */
  readonly canWait?: true
}
