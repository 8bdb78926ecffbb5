import { escapeIdentifier } from 'pg'

/**
 * A column whose values are sealed with a key derived from the master key. Nulls are not sealed.
 */
export interface SealedColumn {
  readonly table: string
  /** The primary key of the table: a uuid. */
  readonly key: string
  readonly column: string
  /** An SQL expression for the context that each value is bound to; absent: the key. */
  readonly boundTo?: string
  /** The purpose for which the key is derived from the master key. */
  readonly purpose: string
}

export interface SealedRow {
  readonly key: string
  readonly value: Buffer
  readonly context: string
}

/** A query for the first sealed values after a key ($1), or from the start if it is null. */
export function readSealed({ table, key, column, boundTo }: SealedColumn, limit: number): string {
  const [t, k, c] = [table, key, column].map((name) => escapeIdentifier(name))
  return `
    select ${k}::text as key, ${c} as value, ${boundTo ?? `${k}::text`} as context from ${t}
    where ${c} is not null and ($1::uuid is null or ${k} > $1) order by ${k} limit ${limit}`
}
