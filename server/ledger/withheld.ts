import type { EventDefinition } from '#server/events/event-definition.ts'

/**
 * What an export for an auditor leaves out of events. Events name no person, but some contain texts
 * that staff and users wrote, and an address shows where a person's money went.
 *
 * Source: docs/decisions/0200-an-export-withholds-texts.md
 */

/** Fields of any event that a person wrote, or that say where a user's money goes. */
export const WITHHELD_FIELDS: ReadonlySet<string> = new Set([
  'reason',
  'notes',
  'label',
  'title',
  'fault',
  'walletAddress',
])

/** A deposit address is the platform's own; a saved one is a user's. */
const WITHHELD_OF: Readonly<Record<string, readonly string[]>> = { AddressSaved: ['address'] }

/**
 * Requests contain more than the events: text that a customer wrote could be guessed and compared
 * with the hash of the request.
 */
const WITHHELD_REQUESTS: ReadonlySet<string> = new Set([
  'KycSubmitted',
  'LoanRequested',
  'PasskeyRenamed',
  'SupportMessageSent',
  'UserMessageSent',
])

const WITHHELD = '(withheld)'

/** The data as it is exported, and whether anything of the event is left out. */
export function withheldFrom(
  type: string,
  data: unknown,
  definition: EventDefinition | undefined,
): { readonly data: unknown; readonly isWithheld: boolean } {
  const isNamed = (field: string) =>
    WITHHELD_FIELDS.has(field) || WITHHELD_OF[type]?.includes(field) === true
  const stripped = withTextsWithheld(data, definition, isNamed)
  return { ...stripped, isWithheld: stripped.isWithheld || WITHHELD_REQUESTS.has(type) }
}

/** The data without the texts of these fields, and whether it had any. */
export function withTextsWithheld(
  data: unknown,
  definition: EventDefinition | undefined,
  isNamed: (field: string) => boolean,
): { readonly data: unknown; readonly isWithheld: boolean } {
  let isWithheld = false
  const strip = (value: unknown, field: string, shape: Shape | undefined): unknown => {
    const inner = unwrapped(shape)
    if (typeof value === 'string') {
      // One of a few fixed words is not text that a person wrote.
      if (!isNamed(field) || inner?.type === 'enum') return value
      isWithheld = true
      return WITHHELD
    }
    if (Array.isArray(value))
      return value.map((item) => strip(item, field, inner?.element?._zod.def))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      strip(item, name, inner?.shape?.[name]?._zod.def),
    ])
    return Object.fromEntries(entries)
  }
  const stripped = strip(data, '', definition?.schema._zod.def as Shape | undefined)
  return { data: stripped, isWithheld }
}

/** The part of zod's schema definition that matters here. */
interface Shape {
  readonly type: string
  readonly innerType?: { readonly _zod: { readonly def: Shape } }
  readonly element?: { readonly _zod: { readonly def: Shape } }
  readonly shape?: Readonly<Record<string, { readonly _zod: { readonly def: Shape } }>>
}

function unwrapped(shape: Shape | undefined): Shape | undefined {
  return shape?.innerType ? unwrapped(shape.innerType._zod.def) : shape
}
