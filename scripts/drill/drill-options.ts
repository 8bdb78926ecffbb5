import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Arguments, UsageError } from '#scripts/command-line.ts'

export interface DrillOptions {
  /** How many times the drill breaks something. */
  readonly times: number
  /** The folder of PostgreSQL's programs; undefined for the embedded one. */
  readonly postgres: string | undefined
}

/** The options of a drill, and how many times it breaks something by default. */
export interface DrillTakes {
  readonly times?: number
  readonly postgres?: true
}

const TIMES_MAX = 1_000

export const DRILL_LINE = {
  usage: 'npm run drill -- network|disk|failover|fleet [--times N] [--postgres DIR]',
  about:
    'Breaks what a server depends on while it is under load: cuts the network to the database, fills\n' +
    'its disk, or promotes a standby. fleet replaces and kills servers. Prints what users and operators\n' +
    'see, and fails if an order was lost or duplicated. --times says how often, for all but disk.\n' +
    "--postgres names the folder of PostgreSQL's programs for failover.",
  words: { least: 1, most: 1 },
  options: { times: { type: 'string' }, postgres: { type: 'string' } },
} as const

/** @throws UsageError for an unknown option or an invalid value */
export function readDrillOptions(
  { words: [name], values: { times, postgres } }: Arguments<typeof DRILL_LINE.options>,
  takes: DrillTakes,
): DrillOptions {
  const refused = Object.entries({ times, postgres }).find(
    ([option, value]) => value !== undefined && !(option in takes),
  )
  if (refused) throw new UsageError(`The drill "${name}" takes no --${refused[0]}.`, DRILL_LINE)
  if (times !== undefined && !(/^\d{1,4}$/.test(times) && isBetween(Number(times)))) {
    const range = `a whole number from 1 to ${TIMES_MAX}`
    throw new UsageError(`--times must be ${range}, not "${times}".`, DRILL_LINE)
  }
  if (postgres !== undefined && !existsSync(join(postgres, 'initdb'))) {
    const folder = 'a folder with initdb and postgres'
    throw new UsageError(`--postgres must be ${folder}, not "${postgres}".`, DRILL_LINE)
  }
  return { times: Number(times ?? takes.times ?? 1), postgres }
}

function isBetween(times: number): boolean {
  return times >= 1 && times <= TIMES_MAX
}
