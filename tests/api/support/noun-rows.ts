import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Races, Rows } from './rows.ts'

/** What a file in `tests/api/rows/` may export: the rows of one noun's routes, by their names. */
interface NounRows {
  readonly authorisation?: Rows
  readonly races?: Races
}

const ROWS = join(import.meta.dirname, '../rows')
const nouns: readonly NounRows[] = await Promise.all(
  globSync('*.ts', { cwd: ROWS }).map((file) => import(join(ROWS, file))),
)

export const authorisationOfNouns: Rows = Object.assign(
  {},
  ...nouns.map(({ authorisation }) => authorisation),
)
export const racesOfNouns: Races = Object.assign({}, ...nouns.map(({ races }) => races))
