import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf } from '#server/events/event-definition.ts'
import { refuse } from '#shared/refusal.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type SignedLogEvent, signedLogEvents } from './events.ts'

type Events = typeof signedLogEvents
export type AdoptedKey = DataOf<Events, 'LogKeyAdopted'>
export type Refused = DataOf<Events, 'SigningRefused'>
type Resumed = DataOf<Events, 'SigningResumed'>

export interface SignedLogState {
  /** Oldest first. */
  readonly keys: readonly AdoptedKey[]
  /** Why nothing is being signed; null if signing works. */
  readonly refused: Refused | null
}

/** The one stream of its kind. */
export const SIGNED_LOG_ID = 'keys'

function evolve(state: SignedLogState, event: SignedLogEvent): SignedLogState {
  if (event.type === 'SigningRefused') return { ...state, refused: event.data }
  if (event.type === 'SigningResumed') return { ...state, refused: null }
  // Adopting a key also ends a refusal to sign.
  return { keys: [...state.keys, event.data], refused: null }
}

/** The keys that sign checkpoints, and whether something prevents them from signing. */
export const signedLog: Aggregate<SignedLogState, SignedLogEvent> = {
  kind: 'signed-log',
  events: signedLogEvents,
  initial: { keys: [], refused: null },
  evolve,
  summarise: ({ refused }) => ({ status: refused ? 'refused' : 'signing', waiting: false }),
}

/**
 * Adopts the key that signs a log: the first one, or one endorsed by the key before it. Any other
 * key is recorded as the reason why nothing is signed.
 *
 * Refuses  command.contended: the key is already in use, or its refusal is already recorded
 * Source   docs/proofs.md, Keys
 */
export function adoptKey(
  state: SignedLogState,
  key: AdoptedKey,
  tree: Pick<Refused, 'signed' | 'size' | 'root'>,
): Decision<SignedLogEvent> {
  const { origin, vkey, endorsement, at } = key
  const current = currentKey(state, origin)
  if (current?.vkey === vkey) return refuse('command.contended')
  if (current && endorsement === null) {
    return refuseToSign(state, { origin, fault: 'unknown_key', at, ...tree })
  }
  return { type: 'LogKeyAdopted', data: key }
}

/**
 * Records once why nothing is signed, because signing is attempted every minute.
 *
 * Refuses  command.contended: it is already recorded
 * Source   docs/proofs.md, Checkpoints
 */
export function refuseToSign(
  { refused }: SignedLogState,
  fault: Refused,
): Decision<SignedLogEvent> {
  const isKnown = refused?.fault === fault.fault && refused.origin === fault.origin
  return isKnown ? refuse('command.contended') : { type: 'SigningRefused', data: fault }
}

/** If one of two servers has a key that may not sign, the other one still signs every minute. */
const REFUSAL_HOLDS_MS = HOUR_MS

/**
 * Records that the log is signed again. Without it, staff would not be notified of the next fault.
 *
 * Refuses  command.contended: signing of this log has not stopped, or not for long enough
 * Source   docs/proofs.md, Checkpoints
 */
export function resumeSigning(
  { refused }: SignedLogState,
  resumed: Resumed,
): Decision<SignedLogEvent> {
  const isOver =
    refused?.origin === resumed.origin &&
    Date.parse(resumed.at) - Date.parse(refused.at) >= REFUSAL_HOLDS_MS
  return isOver ? { type: 'SigningResumed', data: resumed } : refuse('command.contended')
}

/** Whether a key signs now, signed before it was replaced, or is unknown. */
export function keyStatusOf(
  state: SignedLogState,
  { origin, vkey }: Pick<AdoptedKey, 'origin' | 'vkey'>,
): 'current' | 'replaced' | 'new' {
  if (currentKey(state, origin)?.vkey === vkey) return 'current'
  return state.keys.some((key) => key.origin === origin && key.vkey === vkey) ? 'replaced' : 'new'
}

/** The newest key of a log. */
export function currentKey({ keys }: SignedLogState, origin: string): AdoptedKey | undefined {
  return keys.findLast((key) => key.origin === origin)
}
