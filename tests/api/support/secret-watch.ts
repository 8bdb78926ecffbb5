import type { Pool } from 'pg'

interface Known {
  readonly name: string
  readonly value: string
  readonly isIn: (text: SearchedText) => number
  /** Tables that may hold it in clear. */
  readonly keptIn: readonly string[]
}

interface SearchedText {
  readonly text: string
  readonly lower: string
}

/** Records secrets and searches for them in logs, answers and rows. */
export class SecretWatch {
  readonly #known = new Map<string, Known>()

  /** @returns the value, so that a caller can wrap the expression that yields it */
  learn(name: string, value: string, keptIn: readonly string[] = []): string {
    if (value.length < 6) throw new Error(`${name} is no secret`)
    this.#known.set(value, { name, value, isIn: finderOf(value), keptIn })
    return value
  }

  learnBytes(name: string, bytes: Buffer): void {
    const forms = [
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.join(','),
    ]
    for (const form of forms) this.learn(name, form)
  }

  get known(): readonly Pick<Known, 'name' | 'value'>[] {
    return [...this.#known.values()]
  }

  /** Names each secret in a text, with the surrounding text. */
  foundIn(text: string, table?: string): string[] {
    const searched = { text, lower: text.toLowerCase() }
    return this.known.flatMap(({ value }) => {
      const known = this.#known.get(value)
      if (!known || (table && known.keptIn.includes(table))) return []
      const at = known.isIn(searched)
      if (at < 0) return []
      return [`${known.name} in …${text.slice(Math.max(0, at - 80), at + 80)}…`]
    })
  }

  /** Searches every row of every table as text, with bytes in hexadecimal. */
  async foundInTables(pool: Pool): Promise<string[]> {
    const { rows: tables } = await pool.query<{ name: string; source: string }>(
      `select tablename as name, format('%I.%I', schemaname, tablename) as source from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found = tables.map(async ({ name, source }) => {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${source} t`)
      return rows.flatMap(({ row }) => this.foundIn(row, name).map((where) => `${name}: ${where}`))
    })
    return (await Promise.all(found)).flat()
  }
}

/** Finds a value in clear and in the encodings of JSON, URLs and databases. */
function finderOf(value: string): Known['isIn'] {
  if (/^\d{6}$/.test(value)) {
    // Six digits occur in many numbers; only a separate number is a code.
    const code = new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`)
    return ({ text }) => code.exec(text)?.index ?? -1
  }
  const bytes = Buffer.from(value)
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    bytes.toString('hex'),
    // The end of base64 depends on the following bytes.
    bytes.toString('base64').replace(/.{0,3}=*$/, ''),
  ].map((form) => form.toLowerCase())
  return ({ lower }) => Math.max(...forms.map((form) => lower.indexOf(form)))
}
