import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface DrillOptions {
  /** How often what the drill breaks is broken. */
  readonly times: number
  /** The folder of PostgreSQL's programs; undefined for the embedded one. */
  readonly postgres: string | undefined
}

/** What a drill can be told, and how often it breaks something if it is told nothing. */
export interface DrillTakes {
  readonly times?: number
  readonly postgres?: true
}

const TIMES_MAX = 1_000

/** Reads the command line behind the name of a drill; the error message is meant for the user. */
export function readDrillOptions(
  name: string,
  args: readonly string[],
  takes: DrillTakes,
): DrillOptions {
  const { times, postgres } = parsed(args)
  const refused = Object.entries({ times, postgres }).find(
    ([option, value]) => value !== undefined && !(option in takes),
  )
  if (refused) throw new Error(`The drill "${name}" takes no --${refused[0]}.`)
  if (times !== undefined && !(/^\d{1,4}$/.test(times) && isBetween(Number(times)))) {
    throw new Error(`--times must be a whole number from 1 to ${TIMES_MAX}, not "${times}".`)
  }
  if (postgres !== undefined && !existsSync(join(postgres, 'initdb'))) {
    throw new Error(`--postgres must be a folder with initdb and postgres, not "${postgres}".`)
  }
  return { times: Number(times ?? takes.times ?? 1), postgres }
}

function isBetween(times: number): boolean {
  return times >= 1 && times <= TIMES_MAX
}

function parsed(args: readonly string[]) {
  try {
    const options = { times: { type: 'string' }, postgres: { type: 'string' } } as const
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    // The first sentence is the message; the others suggest workarounds.
    throw new Error(`${(error as Error).message.split('. ')[0]}.`)
  }
}
