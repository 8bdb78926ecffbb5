import type { Client } from 'pg'
import { changesOfGroup } from './balance-changes.ts'
import type { Guard, Transfer } from './log.ts'
import type { PreparedCommand } from './prepared-command.ts'

const SEPARATOR = '\u001e'

/** Sends a group of commands; returns the position before its first event, or throws. */
export async function appendBatch(
  client: Client,
  batch: readonly PreparedCommand[],
): Promise<bigint> {
  const guards = batch.flatMap(({ command }) => command.guards ?? [])
  const isGuarded = guards.length > 0
  const { rows } = await client.query<[string]>({
    name: isGuarded ? 'append-guarded-batch' : 'append-batch',
    text: isGuarded ? GUARDED_CALL : CALL,
    values: [...parametersOf(batch), ...(isGuarded ? guardParameters(guards) : [])],
    rowMode: 'array',
  })
  return BigInt(rows[0]?.[0] as string)
}

const APPEND = `append_batch(${Array.from({ length: 23 }, (_, index) => `$${index + 1}`)})`
const CALL = `select ${APPEND}`
// CASE fixes the order: the guards are locked before anything else.
const GUARDED_CALL = `select case when hold_guards($24, $25, $26, $27) then ${APPEND} end`

function guardParameters(guards: readonly Guard[]): string[] {
  return [guards.filter(({ isKept }) => !isKept), guards.filter(({ isKept }) => isKept)].flatMap(
    (some) => [
      arrayOf(some.map(({ name }) => quote(name))),
      arrayOf(some.map(({ version }) => version)),
    ],
  )
}

function parametersOf(batch: readonly PreparedCommand[]): string[] {
  const of = (value: (item: PreparedCommand) => unknown) => arrayOf(batch.map(value))
  const quoted = (value: (item: PreparedCommand) => string) =>
    arrayOf(batch.map((item) => quote(value(item))))
  const bytes = (value: (item: PreparedCommand) => Buffer) =>
    arrayOf(batch.map((item) => `"\\\\x${value(item).toString('hex')}"`))
  const joined = (value: (item: PreparedCommand) => string) => batch.map(value).join(SEPARATOR)
  return [
    quoted(({ command }) => command.stream),
    quoted(({ command }) => command.kind),
    of(({ command }) => command.owner ?? 'null'),
    of(({ command }) => command.expectedVersion),
    of(({ command }) => command.key),
    bytes(({ command }) => command.requestHash),
    quoted(({ command }) => command.event.type),
    of(({ schemaVersion }) => schemaVersion),
    bytes(({ hash }) => hash),
    quoted(({ command }) => command.summary.status),
    of(({ command }) => command.summary.waiting),
    of(({ command }) => command.metadata.at),
    joined(({ dataText }) => dataText),
    joined(({ metadataText }) => metadataText),
    joined(({ stateText }) => stateText),
    ...transferParameters(batch),
  ]
}

function transferParameters(batch: readonly PreparedCommand[]): string[] {
  const firsts: number[] = []
  const lasts: number[] = []
  const transfers: Transfer[] = []
  for (const item of batch) {
    firsts.push(transfers.length + 1)
    transfers.push(...item.transfers)
    lasts.push(transfers.length)
  }
  const changes = changesOfGroup(batch.map((item) => item.transfers))
  return [
    arrayOf(firsts),
    arrayOf(lasts),
    arrayOf(transfers.map(({ debit }) => debit)),
    arrayOf(transfers.map(({ credit }) => credit)),
    arrayOf(transfers.map(({ amount }) => amount)),
    arrayOf(changes.map(({ account }) => account)),
    arrayOf(changes.map(({ change }) => change)),
    arrayOf(changes.map(({ lowest }) => lowest)),
  ]
}

/** The text form of a PostgreSQL array; not the driver's function, which escapes everything. */
function arrayOf(values: readonly unknown[]): string {
  return `{${values.join(',')}}`
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
