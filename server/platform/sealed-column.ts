/** A column whose values are sealed with the master key itself. Those that are null are not sealed. */
export interface SealedColumn {
  readonly table: string
  /** The primary key of the table: a uuid. */
  readonly key: string
  readonly column: string
  /** An expression in SQL for what each value is bound to; absent: the key. */
  readonly boundTo?: string
  /** Of the key that is derived from the master key. */
  readonly purpose: string
}
