import type { EventLog } from '#server/events/log.ts'
import type { Listed, Queryable } from '#server/projections/documents.ts'
import { nameSql } from './person-sql.ts'

export interface AddressVersionFacts {
  readonly version: number
  readonly address: string
  readonly isActive: boolean
  readonly changedAt: string
  readonly changedBy: string
  /** Missing if one person was enough. */
  readonly proposedBy?: string
}

/** What the book holds of one coin on one network: the state document of its stream. */
export interface AddressFacts extends AddressVersionFacts {
  readonly symbol: string
  readonly network: string
  readonly history: readonly AddressVersionFacts[]
  /** What waits for a second member of staff. */
  readonly proposed?: {
    readonly change: 'add' | 'change' | 'activate'
    readonly previousAddress: string
    readonly address: string
    readonly takesEffectAt: string | null
  }
  readonly firstApproval?: { readonly approvedBy: string; readonly approvedAt: string }
}

export interface BookEntry extends Listed<AddressFacts> {
  /** Name or e-mail of the member of staff who made the last change. */
  readonly changedByName: string | null
  /** Of the one who made the proposal that waits. */
  readonly proposedByName: string | null
}

const KIND = 'deposit-address'

/** Every deposit address that staff ever entered, by coin. */
export async function readAddressBook(db: Queryable): Promise<BookEntry[]> {
  const { rows } = await db.query<{
    stream: string
    data: AddressFacts
    changedByName: string | null
    proposedByName: string | null
  }>({
    name: 'deposit address book',
    text: `
      select d.stream, d.data, ${nameSql('p')} as "changedByName",
             ${nameSql('f')} as "proposedByName"
      from document d
      left join person p on p.user_id = nullif(d.data ->> 'changedBy', '')::uuid
      left join person f on f.user_id = (d.data #>> '{firstApproval,approvedBy}')::uuid
      where d.stream > '${KIND}-' and d.stream < '${KIND}.' and ((d.data ->> 'version')::int > 0 or d.waiting)
      order by d.stream`,
  })
  return rows.map(({ stream, data, ...names }) => ({
    id: stream.slice(KIND.length + 1),
    state: data,
    ...names,
  }))
}

/** Every address that was ever a deposit address of the platform, on any network. */
export async function readPlatformAddresses(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>({
    name: 'platform addresses',
    text: `
      select distinct entry ->> 'address' as address
      from document cross join lateral json_array_elements(data -> 'history') as entry
      where stream > '${KIND}-' and stream < '${KIND}.'`,
  })
  return rows.map(({ address }) => address)
}

/**
 * The address of one coin on one network, with its history; undefined until one took effect. Folded
 * from the log: coins are sent to what this says.
 */
export async function findAddress(
  log: Pick<EventLog, 'readState'>,
  symbol: string,
  network: string,
): Promise<AddressFacts | undefined> {
  const found = await log.readState<AddressFacts>(`${KIND}-${symbol}-${network}`)
  return found && found.version > 0 ? found : undefined
}
