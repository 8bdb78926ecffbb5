import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import {
  challengeOf,
  decisionStatement,
  isOneOfTwo,
  type Proof,
  requestStatement,
  type Statement,
} from '#server/events/proof.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import type { Findings } from './ledger-fault.ts'

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
  readonly event: RecordedEvent
  readonly requestHash: Buffer
  /** Before the event. */
  readonly state: unknown
}

/**
 * Checks what passkeys signed, against the public keys that the log recorded.
 *
 * Finds: one of the two approvals of a large amount that a member of staff who had a passkey gave
 * without its signature; an approval of theirs that is neither signed nor says that it was within
 * the limit; a signature by a passkey that its actor did not have; a signature of something else
 * than the event.
 */
export async function signatureCheck(client: PoolClient, findings: Findings, after: bigint) {
  const passkeys = await readPasskeys(client)
  const signed: { position: bigint; proof: Proof; statement: Statement; key: Passkey }[] = []
  const find = (position: bigint, fault: string) =>
    findings.add('signatures', `event ${position}: ${fault}`)

  function look(looked: Looked): void {
    const { position, metadata } = looked.event
    if (position <= after) return
    const { proof, actor } = metadata
    const had = passkeys.filter(({ userId, from }) => userId === actor.id && from < position)
    const isHolder = had.some(({ to }) => to === null || to > position)
    const fault = isHolder && missingIn(looked)
    if (fault) find(position, `user ${actor.id} has a passkey, and ${fault}`)
    if (!proof) return
    const key = had.find(({ credentialId }) => credentialId === proof.credentialId)
    const statement = statementOf(proof, looked)
    if (key && statement) signed.push({ position, proof, statement, key })
    else find(position, `user ${actor.id} could not have signed this`)
  }

  async function end(): Promise<void> {
    for (const { position, proof, statement, key } of signed) {
      if (await isSigned(proof, statement, key)) continue
      find(position, 'its signature is not of what the event says')
    }
  }
  return { look, end }
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

/** As the approval says of itself, which the limits of its actor count. */
function isWithinLimit({ data }: RecordedEvent): boolean {
  const { weight } = data as { weight?: { value: Decimal | null; above: Decimal } }
  return weight?.value != null && parseUnits(weight.value) <= parseUnits(weight.above)
}

function statementOf(
  proof: Proof,
  { aggregate: { approval }, event, requestHash, state }: Looked,
): Statement | undefined {
  if (proof.of === 'request') return requestStatement(requestHash)
  const { stream, version } = event
  return approval && decisionStatement(approval, { stream, version, state, event })
}

/** WebAuthn: the signature is over the authenticator's data and the hash of the client's. */
async function isSigned(proof: Proof, statement: Statement, key: Passkey): Promise<boolean> {
  // Loaded when an approval was signed, because it would take a fifth of every start.
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

async function readPasskeys(client: PoolClient): Promise<Passkey[]> {
  const { rows } = await client.query<Omit<Passkey, 'from' | 'to'> & { from: string; to: string }>(
    `select substr(added.stream, 6) as "userId", added.data ->> 'credentialId' as "credentialId",
            added.data ->> 'publicKey' as "publicKey", added.position as "from",
            removed.position as "to"
     from event added
     left join event removed on removed.stream = added.stream and removed.type = 'PasskeyRemoved'
       and removed.data ->> 'passkeyId' = added.data ->> 'passkeyId'
     where added.type = 'PasskeyAdded' and added.stream like 'user-%'`,
  )
  return rows.map(({ from, to, ...row }) => ({
    ...row,
    from: BigInt(from),
    to: to === null ? null : BigInt(to),
  }))
}
