import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Names of parts; none means all of them. */
  readonly parts: readonly string[]
  /** How many users the back office is measured with. */
  readonly users: number
}

const USERS = { standard: 100_000, least: 100, most: 1_000_000 } as const

/** Reads the command line; the error message is meant for the user. */
export function readOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals: parts } = parsed(args)
  const unknown = parts.find((part) => !known.includes(part))
  if (unknown !== undefined) {
    throw new Error(`There is no benchmark "${unknown}". Name any of: ${known.join(', ')}.`)
  }
  if (values.users === undefined) return { parts, users: USERS.standard }
  const users = /^\d{1,9}$/.test(values.users) ? Number(values.users) : 0
  if (users < USERS.least || users > USERS.most) {
    const bounds = `a whole number from ${USERS.least} to ${USERS.most}`
    throw new Error(`--users must be ${bounds}, not "${values.users}".`)
  }
  if (parts.length > 0 && !parts.includes('back-office')) {
    throw new Error('--users is of the part back-office, which is not among those named.')
  }
  return { parts, users }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { users: { type: 'string' } },
    })
  } catch (error) {
    // The first sentence is the message; the others suggest workarounds.
    throw new Error(`${(error as Error).message.split('. ')[0]}.`)
  }
}
