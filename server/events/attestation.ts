import { createHash } from 'node:crypto'
import { canonicalJson } from '#shared/canonical-json.ts'
import type { AnyAggregate, DomainEvent } from './decider.ts'

/** A passkey's signature (WebAuthn) of what an event decides. Bytes are base64url. */
export interface PasskeySignature {
  /** What was signed: the request as it was sent, or the decision that it led to. */
  readonly of: 'request' | 'decision'
  readonly credentialId: string
  /** Chosen by the server for this challenge. */
  readonly nonce: string
  readonly authenticatorData: string
  readonly clientDataJSON: string
  readonly signature: string
}

/** How the actor proved who they are, as recorded in the metadata. */
export interface Attestation {
  readonly proof?: PasskeySignature
  /** For an approval of any value while the operator required no second person. */
  readonly isUnlimited?: true
}

/** What a passkey signs, as JSON. */
export type PasskeyStatement = string

/** The hash of a request covers its route, path, body and files. */
export function statementOfRequest(requestHash: Buffer): PasskeyStatement {
  return canonicalJson({ request: requestHash.toString('hex') })
}

interface Decided {
  readonly stream: string
  /** Of the event. */
  readonly version: number
  /** Before the event. */
  readonly state: unknown
  readonly event: DomainEvent
}

type AnyApproval = NonNullable<AnyAggregate['approval']>

/** Names the stream, its version, the kind of decision, and the money with its destination. */
export function statementOfDecision(
  { moves, destination }: AnyApproval,
  { stream, version, state, event }: Decided,
): PasskeyStatement {
  const money = moves(state, event).map((way) =>
    way.map(({ symbol, amount }) => ({ symbol, amount })),
  )
  const to = destination?.(state)
  return canonicalJson({ stream, version, decision: event.type, money, to })
}

/**
 * The challenge of a statement. Without the nonce, an older signature of the same text would be
 * valid.
 */
export function challengeOf(nonce: string, statement: PasskeyStatement): Buffer {
  return createHash('sha256').update(canonicalJson({ nonce, statement })).digest()
}

/** Whether an event is one of the two approvals that large amounts need. */
export function isOneOfTwo(
  { first, last }: AnyApproval,
  { state, event }: Pick<Decided, 'state' | 'event'>,
): boolean {
  const { firstApproval } = state as { readonly firstApproval?: unknown }
  return event.type === first || (event.type === last && firstApproval !== undefined)
}
