import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Names of parts; none means all of them. */
  readonly parts: readonly string[]
  /** How many users the back office is measured with. */
  readonly users: number
  /** How often the log is measured. */
  readonly rounds: number
}

/** The part of each option, its value if it is not given, and its bounds. */
const OPTIONS = {
  users: { part: 'back-office', standard: 100_000, least: 100, most: 1_000_000 },
  rounds: { part: 'log', standard: 5, least: 1, most: 1_000 },
} as const

/** Reads the command line, or ends with what is wrong with it. */
export function optionsOrEnd(known: readonly string[]): BenchOptions {
  try {
    return readOptions(process.argv.slice(2), known)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/** Reads the command line; the error message is meant for the user. */
export function readOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals: parts } = parsed(args)
  const unknown = parts.find((part) => !known.includes(part))
  if (unknown !== undefined) {
    throw new Error(`There is no benchmark "${unknown}". Name any of: ${known.join(', ')}.`)
  }
  const numberOf = (name: keyof typeof OPTIONS): number => {
    const { part, standard, least, most } = OPTIONS[name]
    const text = values[name]
    if (text === undefined) return standard
    if (!known.includes(part)) throw new Error(`Unknown option '--${name}'.`)
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (value < least || value > most) {
      throw new Error(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`)
    }
    if (parts.length > 0 && !parts.includes(part)) {
      throw new Error(`--${name} is of the part ${part}, which is not among those named.`)
    }
    return value
  }
  return { parts, users: numberOf('users'), rounds: numberOf('rounds') }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { users: { type: 'string' }, rounds: { type: 'string' } },
    })
  } catch (error) {
    // The first sentence is the message; the others suggest workarounds.
    throw new Error(`${(error as Error).message.split('. ')[0]}.`)
  }
}
