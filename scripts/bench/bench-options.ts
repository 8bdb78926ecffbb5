import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Names of parts; none means all but those that take an hour. */
  readonly parts: readonly string[]
  /** How many users the back office, the checks of the ledger and a restore are measured with. */
  readonly users: number
  /** How many users the statement of liabilities counts. */
  readonly owners: number
  /** How often the log and the requests are measured. */
  readonly rounds: number
  /** The sizes of the log that are compared. */
  readonly events: readonly number[]
}

interface Option {
  /** Whose option it is. */
  readonly parts: readonly string[]
  /** Its values if none are given. */
  readonly standard: readonly number[]
  /** Whether it takes several values, with commas between them. */
  readonly isList?: true
  readonly least: number
  readonly most: number
}

const OPTIONS = {
  users: {
    parts: ['back-office', 'verify', 'audit', 'restore'],
    standard: [100_000],
    least: 100,
    most: 1_000_000,
  },
  owners: { parts: ['liabilities'], standard: [1_000_000], least: 100, most: 10_000_000 },
  rounds: { parts: ['log', 'http'], standard: [5], least: 1, most: 1_000 },
  events: {
    parts: ['size'],
    standard: [1_000_000, 10_000_000],
    isList: true,
    least: 1_000,
    most: 10_000_000,
  },
} as const satisfies Readonly<Record<string, Option>>

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
  const numbersOf = (name: keyof typeof OPTIONS): readonly number[] => {
    const { parts: owners, standard, isList, least, most }: Option = OPTIONS[name]
    const text = values[name]
    if (text === undefined) return standard
    if (!owners.some((part) => known.includes(part))) throw new Error(`Unknown option '--${name}'.`)
    const numbers = (isList ? text.split(',') : [text]).map((each) =>
      /^\d{1,9}$/.test(each) ? Number(each) : 0,
    )
    if (numbers.some((value) => value < least || value > most)) {
      throw new Error(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`)
    }
    if (parts.length > 0 && !parts.some((part) => owners.includes(part))) {
      const part = owners.join(' and ')
      throw new Error(`--${name} is of the part ${part}, which is not among those named.`)
    }
    return numbers
  }
  const [users = 0] = numbersOf('users')
  const [owners = 0] = numbersOf('owners')
  const [rounds = 0] = numbersOf('rounds')
  return { parts, users, owners, rounds, events: numbersOf('events') }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        users: { type: 'string' },
        owners: { type: 'string' },
        rounds: { type: 'string' },
        events: { type: 'string' },
      },
    })
  } catch (error) {
    // The first sentence is the message; the others suggest workarounds.
    throw new Error(`${(error as Error).message.split('. ')[0]}.`)
  }
}
