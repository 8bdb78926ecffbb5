import { type Arguments, type CommandLine, UsageError } from '#scripts/command-line.ts'

export interface BenchOptions {
  /** Names of parts; none means all but those that take an hour. */
  readonly parts: readonly string[]
  /** How many users the back office, the ledger checks and a restore are measured with. */
  readonly users: number
  /** How many users the statement of liabilities counts. */
  readonly owners: number
  /** How often the log and the requests are measured. */
  readonly rounds: number
  /** The sizes of the log that are compared. */
  readonly events: readonly number[]
}

interface Option {
  /** The parts that have this option. */
  readonly parts: readonly string[]
  /** The values used if none are given. */
  readonly standard: readonly number[]
  /** Whether it accepts several values, separated by commas. */
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

const TAKEN = {
  users: { type: 'string' },
  owners: { type: 'string' },
  rounds: { type: 'string' },
  events: { type: 'string' },
} as const

interface BenchParts {
  readonly parts: readonly string[]
  /** Those that run only if they are named. */
  readonly namedOnly: readonly string[]
}

/** The command line of `npm run bench` with these parts. */
export function benchLine({ parts, namedOnly }: BenchParts) {
  return {
    usage:
      'npm run bench -- [PART…] [--users N] [--owners N] [--rounds N] [--events N[,N…]]\n' +
      `  PART is one of: ${parts.join(', ')}`,
    about:
      'Measures the server and says which targets it meets. Without a part it runs all\n' +
      `but ${namedOnly.join(', ')}, which takes more than an hour. Options set how much a part measures:\n` +
      Object.entries<Option>(OPTIONS)
        .map(([name, { parts, standard }]) => {
          return `  --${name}  ${parts.join(', ')}; ${standard.join(',')} if not given`
        })
        .join('\n'),
    words: { least: 0, most: parts.length },
    options: TAKEN,
  } satisfies CommandLine<typeof TAKEN>
}

/** The parts named on a command line. @throws UsageError if one is unknown or named twice */
export function readParts<const Part extends string>(
  words: readonly string[],
  known: readonly Part[],
  line: Pick<CommandLine<never>, 'usage'>,
): Part[] {
  const isKnown = (word: string): word is Part => known.some((part) => part === word)
  return words.map((word, at) => {
    if (!isKnown(word)) throw new UsageError(`There is no benchmark "${word}".`, line)
    if (words.indexOf(word) < at) throw new UsageError(`"${word}" is named twice.`, line)
    return word
  })
}

/** @throws UsageError for an unknown part or an invalid value */
export function readBenchOptions(
  { words, values }: Arguments<typeof TAKEN>,
  { parts: known, namedOnly }: BenchParts,
  line: Pick<CommandLine<never>, 'usage'>,
): BenchOptions {
  const parts = readParts(words, known, line)
  const numbersOf = (name: keyof typeof OPTIONS): readonly number[] => {
    const { parts: owners, standard, isList, least, most }: Option = OPTIONS[name]
    const text = values[name]
    if (text === undefined) return standard
    const numbers = (isList ? text.split(',') : [text]).map((each) =>
      /^\d{1,9}$/.test(each) ? Number(each) : 0,
    )
    if (numbers.some((value) => value < least || value > most)) {
      const range = `a whole number from ${least} to ${most}`
      throw new UsageError(`--${name} must be ${range}, not "${text}".`, line)
    }
    if (parts.length > 0 && !parts.some((part) => owners.includes(part))) {
      throw new UsageError(`--${name} applies only to these parts: ${owners.join(', ')}.`, line)
    }
    if (parts.length === 0 && owners.every((part) => namedOnly.includes(part))) {
      throw new UsageError(`--${name} applies only to ${owners.join(', ')}: name it.`, line)
    }
    return numbers
  }
  const [users = 0] = numbersOf('users')
  const [owners = 0] = numbersOf('owners')
  const [rounds = 0] = numbersOf('rounds')
  return { parts, users, owners, rounds, events: numbersOf('events') }
}
