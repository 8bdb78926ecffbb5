import { titleOfType } from '#server/events/event-title.ts'
import { readAddressBook } from '#server/facts/deposit-address-book.ts'
import { type Caller, mayNow } from '#server/platform/caller.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { findCasesByName, findWithdrawalsTo } from '#server/queries/cases.ts'
import { findEventAt, findEventsOfRequest } from '#server/queries/found-events.ts'
import { findKeepersOf, findPeople } from '#server/queries/found-people.ts'
import { findDeletedUsers, type NamedUser, namedByNumbers } from '#server/queries/people.ts'
import { type NamedCaseSource, presentCases } from '#server/reviews/case-source.ts'
import type { FoundUser, searchAsStaff } from '#shared/contract/cases.ts'
import type { ResponseOf } from '#shared/contract/route.ts'
import { instantOf } from '#shared/time.ts'
import { type Asked, askedOf } from './asked.ts'

type Found = ResponseOf<typeof searchAsStaff>

/** The maximum per group. */
const FOUND_MAX = 8

interface Search {
  readonly text: string
  readonly caller: Caller
}

/** Searches the text wherever its form can match, without what the role may not read. */
export async function search(
  db: Queryable,
  sources: readonly NamedCaseSource[],
  { text, caller }: Search,
): Promise<Found> {
  const kinds = sources.map(({ kind }) => kind)
  const asked = askedOf(text, kinds)
  const readsCases = mayNow(caller, 'reviews.read')
  const readsAudit = mayNow(caller, 'audit.read')
  const [users, deleted, cases, addresses, saved, events] = await Promise.all([
    findPeople(db, text, FOUND_MAX),
    // The audit is all that there is to open of a deleted user.
    readsAudit ? findDeletedUsers(db, text) : [],
    readsCases ? findCases(db, asked) : [],
    mayNow(caller, 'addresses.read') ? findDepositAddresses(db, asked) : [],
    asked.address === undefined ? [] : findKeepersOf(db, asked.address, FOUND_MAX),
    readsAudit ? findEvents(db, asked) : [],
  ])
  return {
    users: [...deleted.map(presentUser), ...users],
    cases: presentCases(cases, sources),
    addresses,
    saved: saved.map(({ address, ...user }) => ({ user, address })),
    events,
  }
}

async function findCases(db: Queryable, { beginnings, address }: Asked) {
  if (beginnings.length > 0) return findCasesByName(db, beginnings, FOUND_MAX)
  return address === undefined ? [] : findWithdrawalsTo(db, address, FOUND_MAX)
}

/** The platform has few addresses, so all of them are compared. */
async function findDepositAddresses(
  db: Queryable,
  { address }: Asked,
): Promise<Found['addresses']> {
  if (address === undefined) return []
  const part = address.toLowerCase()
  const book = await readAddressBook(db)
  return book.flatMap(({ state: { symbol, network, history, ...current } }) => {
    const versions = [current, ...history].map((each) => each.address)
    const found = versions.find((each) => each.toLowerCase().includes(part))
    if (found === undefined) return []
    const isActive = current.isActive && found === current.address
    return [{ symbol, network, address: found, is_active: isActive }]
  })
}

async function findEvents(db: Queryable, asked: Asked): Promise<Found['events']> {
  const found = await eventsOf(db, asked)
  const owners = found.flatMap(({ owner }) => (owner === null ? [] : BigInt(owner)))
  const people = await namedByNumbers(db, owners)
  return found.map(({ position, type, recordedAt, owner }) => {
    const user = people.find(({ userNo }) => String(userNo) === owner)
    const at = instantOf(recordedAt.getTime())
    return { position, title: titleOfType(type), at, user: user ? presentUser(user) : null }
  })
}

function eventsOf(db: Queryable, { position, request }: Asked) {
  if (position !== undefined) return findEventAt(db, position)
  return request === undefined ? [] : findEventsOfRequest(db, request, FOUND_MAX)
}

function presentUser({ userId, displayId, name, email }: NamedUser): FoundUser {
  return { id: userId, display_id: displayId, full_name: name ?? '', email: email ?? '' }
}
