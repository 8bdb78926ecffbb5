import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Races, Rows } from './rows.ts'
import type { Person } from './traders.ts'

/** What a file in `tests/api/rows/` may export: the rows of one noun's routes, by their names. */
interface NounRows {
  readonly authorisation?: Rows
  readonly races?: Races
  /** Creates an item of a user, who has 100 USDT for it. Returns its id. */
  readonly newItem?: (owner: Person) => Promise<string>
}

const ROWS = join(import.meta.dirname, '../rows')
const nouns: readonly (readonly [noun: string, rows: NounRows])[] = await Promise.all(
  globSync('*.ts', { cwd: ROWS }).map(async (file) => [
    basename(file, '.ts'),
    await import(join(ROWS, file)),
  ]),
)

export const authorisationOfNouns: Rows = Object.assign(
  {},
  ...nouns.map(([, { authorisation }]) => authorisation),
)
export const racesOfNouns: Races = Object.assign({}, ...nouns.map(([, { races }]) => races))

/** A new item of each noun that has them, by noun. */
export async function newItemsOf(owner: Person): Promise<Readonly<Record<string, string>>> {
  const items = nouns.flatMap(([noun, { newItem }]) => (newItem ? [[noun, newItem] as const] : []))
  return Object.fromEntries(
    await Promise.all(items.map(async ([noun, newItem]) => [noun, await newItem(owner)] as const)),
  )
}
