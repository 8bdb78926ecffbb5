import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import {
  challengeOf,
  isOneOfTwo,
  type PasskeySignature,
  type PasskeyStatement,
  statementOfDecision,
  statementOfRequest,
} from '#server/events/attestation.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import type { Findings } from './ledger-fault.ts'
import type { StreamEvent } from './stream-row.ts'

interface Passkey {
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly from: bigint
  /** null: not removed. */
  readonly to: bigint | null
}

interface Looked {
  readonly aggregate: AnyAggregate
  readonly event: StreamEvent
  /** In hexadecimal. */
  readonly requestHash: string
  /** Before the event. */
  readonly state: unknown
}

/**
 * Checks what passkeys signed, against the public keys that the log recorded.
 *
 * Finds: one of two approvals of a large amount, by a member of staff with a passkey, that is not
 * signed; another approval of theirs that is neither signed nor recorded as within the limit; a
 * signature by a passkey that its actor did not have; a signature that covers something other than
 * the event.
 */
export function signatureCheck(client: PoolClient, findings: Findings, after: bigint) {
  let waiting: Looked[] = []
  const passkeys = new Map<string, readonly Passkey[]>()
  const find = ({ event }: Looked, fault: string) =>
    findings.add('signatures', `event ${event.position}: ${fault}`)

  async function look(looked: Looked): Promise<void> {
    const { position, metadata } = looked.event
    const { proof, actor } = metadata
    const keys = passkeys.get(actor.id ?? '') ?? []
    const had = keys.filter(({ from }) => from < position)
    const isHolder = had.some(({ to }) => to === null || to > position)
    const fault = isHolder && missingIn(looked)
    if (fault) find(looked, `user ${actor.id} has a passkey, and ${fault}`)
    if (!proof) return
    const key = had.find(({ credentialId }) => credentialId === proof.credentialId)
    const statement = statementOf(proof, looked)
    if (!key || !statement) find(looked, `user ${actor.id} could not have signed this`)
    else if (!(await isSigned(proof, statement, key))) {
      find(looked, 'its signature is not of what the event says')
    }
  }

  return {
    add(looked: Looked): void {
      if (looked.event.position > after && needsLook(looked)) waiting.push(looked)
    },
    /** Call after a number of events. */
    async lookUp(): Promise<void> {
      if (waiting.length === 0) return
      const looked = waiting
      waiting = []
      const actors = new Set(looked.map(({ event }) => event.metadata.actor.id ?? ''))
      await readPasskeys(
        client,
        [...actors].filter((actor) => !passkeys.has(actor)),
        passkeys,
      )
      for (const each of looked) await look(each)
    },
  }
}

function needsLook({ aggregate: { approval }, event: { type, metadata } }: Looked): boolean {
  return metadata.proof !== undefined || type === approval?.first || type === approval?.last
}

function missingIn({ aggregate: { approval }, event, state }: Looked): string | undefined {
  if (!approval) return undefined
  const { proof, isUnlimited } = event.metadata
  if (isOneOfTwo(approval, { state, event })) {
    return proof?.of === 'decision' ? undefined : 'gave this approval without its signature'
  }
  if (event.type !== approval.last || isUnlimited || isWithinLimit(event)) return undefined
  return 'this approval has neither its signature nor a value within the limit'
}

/** As recorded in the approval; the limits of its actor count it. */
function isWithinLimit({ data }: StreamEvent): boolean {
  const { weight } = data as { weight?: { value: Decimal | null; above: Decimal } }
  return weight?.value != null && parseUnits(weight.value) <= parseUnits(weight.above)
}

function statementOf(
  proof: PasskeySignature,
  { aggregate: { approval }, event, requestHash, state }: Looked,
): PasskeyStatement | undefined {
  if (proof.of === 'request') return statementOfRequest(Buffer.from(requestHash, 'hex'))
  const { stream, version } = event
  return approval && statementOfDecision(approval, { stream, version, state, event })
}

/** WebAuthn: the signature is over the authenticator's data and the hash of the client's. */
async function isSigned(
  proof: PasskeySignature,
  statement: PasskeyStatement,
  key: Passkey,
): Promise<boolean> {
  // Loaded only when an approval was signed, because loading it would take a fifth of every start.
  const { verifySignature } = await import('@simplewebauthn/server/helpers')
  try {
    const clientData = bytesOf(proof.clientDataJSON)
    const authenticatorData = bytesOf(proof.authenticatorData)
    const { type, challenge } = JSON.parse(clientData.toString('utf8'))
    const meant = challengeOf(proof.nonce, statement).toString('base64url')
    if (type !== 'webauthn.get' || challenge !== meant) return false
    if (!isUserVerified(authenticatorData)) return false
    const hash = createHash('sha256').update(clientData).digest()
    return await verifySignature({
      signature: new Uint8Array(bytesOf(proof.signature)),
      data: new Uint8Array(Buffer.concat([authenticatorData, hash])),
      credentialPublicKey: new Uint8Array(bytesOf(key.publicKey)),
    })
  } catch {
    return false
  }
}

/** The flags follow the hash of the site's name; bit 2: the user was verified. */
function isUserVerified(authenticatorData: Buffer): boolean {
  return ((authenticatorData[32] ?? 0) & 0b100) !== 0
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}

/** Adds the passkeys of users to the known ones. */
async function readPasskeys(
  client: PoolClient,
  users: readonly string[],
  known: Map<string, readonly Passkey[]>,
): Promise<void> {
  if (users.length === 0) return
  const { rows } = await client.query<Omit<Passkey, 'from' | 'to'> & { from: string; to: string }>(
    `select substr(added.stream, 6) as "userId", added.data ->> 'credentialId' as "credentialId",
            added.data ->> 'publicKey' as "publicKey", added.position as "from",
            removed.position as "to"
     from event added
     left join event removed on removed.stream = added.stream and removed.type = 'PasskeyRemoved'
       and removed.data ->> 'passkeyId' = added.data ->> 'passkeyId'
     where added.type = 'PasskeyAdded' and added.stream = any ($1::text[])`,
    [users.map((user) => `user-${user}`)],
  )
  const read = rows.map(({ from, to, ...row }) => ({
    ...row,
    from: BigInt(from),
    to: to === null ? null : BigInt(to),
  }))
  for (const user of users)
    known.set(
      user,
      read.filter(({ userId }) => userId === user),
    )
}
