import { type Arguments, UsageError } from '#scripts/command-line.ts'
import { parseKey } from '#shared/proofs/signed-note.ts'

export interface WitnessArguments {
  /** The base URL of the log, under which its checkpoint is served. */
  readonly url: string
  /** The folder in which it stores its state. */
  readonly state: string
  /** The name of its key. */
  readonly name: string
  /** The file of its key; absent: the file is in the folder. */
  readonly key: string | undefined
  /** The port at which it listens; absent: it does not listen. */
  readonly listen: number | undefined
  readonly everySeconds: number
  /** The keys that it trusts from the start. */
  readonly vkeys: readonly string[]
  /** Keeps running when the log contradicts itself, but cosigns no more. */
  readonly keepRunning: boolean
}

export const WITNESS_LINE = {
  usage: `npm run witness -- URL [--state DIR] [--listen PORT] [--key FILE] [--name NAME]
  [--every SECONDS] [--vkey KEY]… [--keep-running]`,
  about: `Follows the log at URL for a third party, verifies that it only grows, and cosigns what it has
verified. Ends with the evidence when the log contradicts itself.`,
  words: { least: 0, most: 1 },
  options: {
    state: { type: 'string', default: 'witness' },
    name: { type: 'string', default: 'witness' },
    key: { type: 'string' },
    listen: { type: 'string' },
    every: { type: 'string', default: '60' },
    vkey: { type: 'string', multiple: true, default: [] as string[] },
    'keep-running': { type: 'boolean', default: false },
  },
} as const

/** @throws UsageError that says what is wrong */
export function witnessArguments({
  words: [url],
  values,
}: Arguments<(typeof WITNESS_LINE)['options']>): WitnessArguments {
  if (url === undefined || !isAddress(url)) {
    throw usage('Name the log by one address, such as https://exchange.example/log.')
  }
  if (!/^[^\s+]{1,200}$/.test(values.name)) {
    throw usage('--name takes a name without spaces and plus, such as witness.example/keel.')
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

function usage(fault: string): UsageError {
  return new UsageError(fault, WITNESS_LINE)
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

function numberOf(option: string, text: string, [least, most]: readonly [number, number]): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw usage(`--${option} takes a whole number from ${least} to ${most}, not "${text}".`)
}

function keyOrThrow(vkey: string): void {
  try {
    parseKey(vkey)
  } catch (error) {
    throw usage(`--vkey cannot be used: ${(error as Error).message}.`)
  }
}
