import type { Services } from '#server/services.ts'

type Needs = Pick<Services, 'pool' | 'vault'>
type Save = (needs: Needs) => Promise<void>

interface Row {
  readonly table: 'upload' | 'support_message'
  readonly columns: Readonly<Record<string, string | number | null>>
}

/** Fewer than the connections of the pool. */
const SAVES_AT_ONCE = 8

/** Collects the rows that events refer to, such as uploads, and writes them in bulk. */
export class RowsBeside {
  readonly #needs: Needs
  #rows: Row[] = []
  #saves: Save[] = []

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** All rows of a table have the same columns. */
  add(table: Row['table'], columns: Row['columns']): void {
    this.#rows.push({ table, columns })
  }

  /** For rows that only the server's own code can write. */
  addSaved(save: Save): void {
    this.#saves.push(save)
  }

  async write(): Promise<void> {
    for (const [table, rows] of Map.groupBy(this.#rows, (row) => row.table)) {
      const names = Object.keys(rows[0]?.columns ?? {}).join(', ')
      await this.#needs.pool.query(
        `insert into ${table} (${names})
         select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows.map(({ columns }) => columns))],
      )
    }
    // The workers share one iterator: more saves at once would wait too long for a connection.
    const saves = this.#saves.values()
    const work = async () => {
      for (const save of saves) await save(this.#needs)
    }
    await Promise.all(Array.from({ length: SAVES_AT_ONCE }, work))
    this.#rows = []
    this.#saves = []
  }
}
