import { parseArgs } from 'node:util'
import { parseKey } from '#shared/proofs/signed-note.ts'

export interface WitnessArguments {
  /** Of the log: what its checkpoint is below. */
  readonly url: string
  /** The folder that it remembers in. */
  readonly state: string
  /** The name of its key. */
  readonly name: string
  /** The file of its key; absent: in the folder. */
  readonly key: string | undefined
  /** The port that it answers on; absent: none. */
  readonly listen: number | undefined
  readonly everySeconds: number
  /** The keys that it trusts from the start. */
  readonly vkeys: readonly string[]
  /** Stays when the log contradicts itself, and cosigns nothing more. */
  readonly keepRunning: boolean
}

const USAGE = `npm run witness -- URL [--state DIR] [--listen PORT] [--key FILE] [--name NAME]
  [--every SECONDS] [--vkey KEY]… [--keep-running]`

const OPTIONS = {
  state: { type: 'string', default: 'witness' },
  name: { type: 'string', default: 'witness' },
  key: { type: 'string' },
  listen: { type: 'string' },
  every: { type: 'string', default: '60' },
  vkey: { type: 'string', multiple: true, default: [] as string[] },
  'keep-running': { type: 'boolean', default: false },
} as const

/** @throws Error with what is wrong, for the person who runs it */
export function readWitnessArguments(args: readonly string[]): WitnessArguments {
  const { positionals, values } = parsed(args)
  const [url, ...others] = positionals
  if (url === undefined || others.length > 0 || !isAddress(url)) {
    throw new Error(`Name the log by one address, such as https://exchange.example/log.\n${USAGE}`)
  }
  if (!/^[^\s+]{1,200}$/.test(values.name)) {
    throw new Error('--name takes a name without spaces and plus, such as witness.example/keel.')
  }
  for (const vkey of values.vkey) keyOrThrow(vkey)
  return {
    url,
    state: values.state,
    name: values.name,
    key: values.key,
    listen:
      values.listen === undefined ? undefined : numberOf('listen', values.listen, [0, 65_535]),
    everySeconds: numberOf('every', values.every, [1, 86_400]),
    vkeys: values.vkey,
    keepRunning: values['keep-running'],
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

function numberOf(option: string, text: string, [least, most]: readonly [number, number]): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`--${option} takes a whole number from ${least} to ${most}, not "${text}".`)
}

function keyOrThrow(vkey: string): void {
  try {
    parseKey(vkey)
  } catch (error) {
    throw new Error(`--vkey cannot be used: ${(error as Error).message}.`)
  }
}
