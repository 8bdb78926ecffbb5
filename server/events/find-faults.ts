import type { Client } from 'pg'
import { changesOf } from './balance-changes.ts'
import type { AppendResult } from './log.ts'
import type { PreparedCommand } from './prepared-command.ts'

/**
 * Finds the commands of a group that may not be appended now.
 *
 * @returns the results of those commands; the others can be sent again.
 */
export async function findFaults(
  client: Client,
  batch: readonly PreparedCommand[],
): Promise<Map<PreparedCommand, AppendResult>> {
  const results = new Map<PreparedCommand, AppendResult>()
  const state = await readState(client, batch)
  const clear = batch.filter((item) => {
    const result = resultFromLog(item, state)
    if (result) results.set(item, result)
    return !result
  })
  for (const poor of overdrawnIn(clear, state.balances)) results.set(poor, { outcome: 'overdrawn' })
  return results
}

interface Earlier {
  readonly key: string
  readonly request_hash: Buffer
  readonly hash: Buffer
  readonly position: string
  readonly stream: string
  readonly version: string
}

interface State {
  readonly earlier: ReadonlyMap<string, Earlier>
  readonly versions: ReadonlyMap<string, number>
  readonly balances: Map<bigint, bigint>
  readonly closed: ReadonlySet<bigint>
  /** By name; absent if nothing was appended under a guard yet. */
  readonly guards: ReadonlyMap<string, number>
}

async function readState(client: Client, batch: readonly PreparedCommand[]): Promise<State> {
  const earlier = await client.query<Earlier>({
    name: 'earlier-keys',
    text: `select key, request_hash, hash, position, stream, version from event
           where key = any($1::uuid[])`,
    values: [batch.map(({ command }) => command.key)],
  })
  const documents = await client.query<{ stream: string; version: string }>({
    name: 'document-versions',
    text: 'select stream, version from document where stream = any($1::text[])',
    values: [batch.map(({ command }) => command.stream)],
  })
  const balances = await client.query<{ account: string; amount: string }>({
    name: 'balances-of',
    text: 'select account, amount from balance where account = any($1::bigint[])',
    values: [accountsOf(batch)],
  })
  const closed = await client.query<{ user_no: string }>({
    name: 'closed-accounts-of',
    text: 'select user_no from closed_account where user_no = any($1::bigint[])',
    values: [batch.map(({ command }) => command.owner)],
  })
  const names = batch.flatMap(({ command }) => command.guards?.map(({ name }) => name) ?? [])
  const guards =
    names.length === 0
      ? []
      : (await client.query<{ name: string; version: string }>(GUARDS, [names])).rows
  return {
    earlier: new Map(earlier.rows.map((row) => [row.key, row])),
    versions: new Map(documents.rows.map((row) => [row.stream, Number(row.version)])),
    balances: new Map(balances.rows.map((row) => [BigInt(row.account), BigInt(row.amount)])),
    closed: new Set(closed.rows.map((row) => BigInt(row.user_no))),
    guards: new Map(guards.map(({ name, version }) => [name, Number(version)])),
  }
}

const GUARDS = 'select name, version from guard where name = any($1::text[])'

/** Checks the key before the version, because the first use of a key increased the version. */
function resultFromLog(item: PreparedCommand, state: State): AppendResult | undefined {
  const { key, requestHash, stream, expectedVersion, owner, guards = [] } = item.command
  const earlier = state.earlier.get(key)
  if (earlier) {
    const where = { position: BigInt(earlier.position), version: Number(earlier.version) }
    // This is the event we sent: it was committed, but the response was lost.
    if (earlier.hash.equals(item.hash)) return { outcome: 'ok', ...where }
    if (!earlier.request_hash.equals(requestHash)) return { outcome: 'key_reused' }
    return { outcome: 'duplicate', stream: earlier.stream, ...where }
  }
  if (owner !== null && state.closed.has(owner)) return { outcome: 'closed' }
  const isCurrent =
    (state.versions.get(stream) ?? 0) === expectedVersion &&
    guards.every(({ name, version }) => (state.guards.get(name) ?? 0) === version)
  return isCurrent ? undefined : { outcome: 'conflict' }
}

/**
 * The commands that would overdraw an account; one without a row holds nothing. They do not count
 * against the ones after them.
 */
function overdrawnIn(
  batch: readonly PreparedCommand[],
  balances: Map<bigint, bigint>,
): PreparedCommand[] {
  return batch.filter((item) => {
    const changes = [...changesOf(item.transfers)]
    const after = changes.map(([account, change]) => (balances.get(account) ?? 0n) + change)
    if (after.some((amount) => amount < 0n)) return true
    for (const [index, [account]] of changes.entries())
      balances.set(account, after[index] as bigint)
    return false
  })
}

function accountsOf(batch: readonly PreparedCommand[]): bigint[] {
  const accounts = new Set(batch.flatMap((item) => [...changesOf(item.transfers).keys()]))
  return [...accounts].sort((left, right) => (left < right ? -1 : 1))
}
