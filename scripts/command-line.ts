import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { explainFault, StartupError } from '#server/platform/startup-error.ts'

export interface CommandLine<T extends ParseArgsOptionsConfig> {
  /** How to call it: `npm run backup -- DIR|s3://bucket/prefix`. */
  readonly usage: string
  /** What it does, in one sentence or two. */
  readonly about: string
  /** What to use instead, for a command without words and options that is given some. */
  readonly instead?: string
  /** How many words it accepts besides options; absent: none. */
  readonly words?: { readonly least: number; readonly most: number }
  readonly options?: T
}

type Values<T extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true }>
>['values']

export interface Arguments<T extends ParseArgsOptionsConfig> {
  readonly words: readonly string[]
  readonly values: Values<T>
}

/** An invalid command line: the message is shown together with the usage. */
export class UsageError extends StartupError {
  override readonly message: string

  constructor(fault: string, { usage }: Pick<CommandLine<never>, 'usage'>) {
    super(fault)
    this.message = `${fault}\nUsage: ${usage}`
  }
}

/** Thrown for --help: the help is printed and nothing is done. */
class HelpWanted extends Error {}

const HELP = ['--help', '-h']

/**
 * Reads the words and options of a command.
 *
 * @throws UsageError for an unknown or missing word or option
 */
export function readArguments<const T extends ParseArgsOptionsConfig>(
  line: CommandLine<T>,
  args: readonly string[] = process.argv.slice(2),
): Arguments<T> {
  const { least, most } = line.words ?? { least: 0, most: 0 }
  if (args.some((word) => HELP.includes(word))) {
    throw new HelpWanted(`Usage: ${line.usage}\n\n${line.about}`)
  }
  if (args.length > 0 && most === 0 && line.options === undefined) {
    throw new StartupError([`"${line.usage}" takes no arguments.`, line.instead].join(' ').trim())
  }
  const { values, positionals: words } = parsed(line, args)
  if (words.length < least) throw new UsageError('An argument is missing.', line)
  const stray = words[most]
  if (stray !== undefined) throw new UsageError(`"${stray}" is one argument too many.`, line)
  return { words, values }
}

function parsed<T extends ParseArgsOptionsConfig>(line: CommandLine<T>, args: readonly string[]) {
  try {
    const options = line.options ?? ({} as T)
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // The first sentence is the message; the others suggest workarounds.
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.`, line)
  }
}

/**
 * Runs a command with its parsed command line. A fault that the operator can fix is printed as one
 * line. After any error, the process exits with a non-zero code.
 */
export async function runCommand<const T extends ParseArgsOptionsConfig>(
  line: CommandLine<T>,
  work: (given: Arguments<T>) => Promise<void> | void,
): Promise<void> {
  try {
    await work(readArguments(line))
  } catch (error) {
    if (error instanceof HelpWanted) {
      process.stdout.write(`${error.message}\n`)
      return
    }
    const fault = error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${explainFault(error, undefined) ?? fault}\n`)
    process.exitCode = 1
  }
}
