import type * as z from 'zod/mini'
import { eventProof } from '#shared/contract/signed-log.ts'
import { parseCheckpoint } from '#shared/proofs/checkpoint.ts'
import { checkEventProof } from '#shared/proofs/event-proof.ts'
import { MalformedNote, type NoteKey, parseKey, parseNote } from '#shared/proofs/signed-note.ts'

/** One thing that a proof must show, and whether it does. */
export interface NamedCheck {
  readonly name: string
  readonly isGood: boolean
}

export interface ProofReport {
  readonly title: string
  /** What the file says, in the words of the reader: pairs of a label and a value. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly checks: readonly NamedCheck[]
  /** The key by which the signature was checked. */
  readonly vkey: string
  /** The reader named the key. Otherwise the author of the file has chosen it. */
  readonly isKeyNamed: boolean
}

/** A kind of exported proof: how a file of it is read and checked. */
export interface ProofKind {
  readonly kind: string
  /** @throws UnreadableProof */
  readonly check: (file: unknown, named: string | undefined) => ProofReport
}

/** A file that holds no proof of a known kind: says why. */
export class UnreadableProof extends Error {
  override readonly name = 'UnreadableProof'
}

const eventProofKind: ProofKind = {
  kind: 'keel-event-proof/1',
  check(file, named) {
    const proof = shaped(eventProof, file)
    const vkey = named ?? proof.vkey
    const { content, leaf, inclusion, signature } = checkEventProof(proof, [keyOf(vkey)])
    return {
      title: `Event ${proof.event.position}: ${proof.event.type}`,
      facts: [
        ['Recorded at', timeOf(proof.leaf.recorded_at_us)],
        ['Stream', proof.event.stream],
        ['Checkpoint', checkpointOf(proof.checkpoint)],
      ],
      checks: [
        { name: 'The hash is that of the content of the event', isGood: content },
        { name: 'The leaf is of this event, at this position and time', isGood: leaf },
        { name: 'The tree of the checkpoint contains the leaf', isGood: inclusion },
        { name: 'The key has signed the checkpoint', isGood: signature },
      ],
      ...{ vkey, isKeyNamed: named !== undefined },
    }
  },
}

/** Every kind of proof that can be checked. */
export const PROOF_KINDS: readonly ProofKind[] = [eventProofKind]

/**
 * Checks the text of an exported proof of any kind.
 *
 * @param named the operator's key, as the reader knows it from elsewhere
 * @throws UnreadableProof
 */
export function checkProof(text: string, named?: string): ProofReport {
  const file = jsonOf(text)
  const { kind } = Object(file) as { kind?: unknown }
  const known = PROOF_KINDS.find((each) => each.kind === kind)
  if (!known) {
    const kinds = PROOF_KINDS.map((each) => each.kind).join(', ')
    throw new UnreadableProof(`The file is no proof of a known kind (${kinds}).`)
  }
  return known.check(file, named)
}

export function isProved({ checks }: ProofReport): boolean {
  return checks.every(({ isGood }) => isGood)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableProof('The file is not JSON.')
  }
}

/** @throws UnreadableProof */
export function shaped<Shape extends z.ZodMiniType>(shape: Shape, file: unknown): z.output<Shape> {
  const result = shape.safeParse(file)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UnreadableProof(`The file is damaged at "${issue?.path.join('.')}".`)
}

/** @throws UnreadableProof */
export function keyOf(vkey: string): NoteKey {
  try {
    return parseKey(vkey.trim())
  } catch (error) {
    if (!(error instanceof MalformedNote)) throw error
    throw new UnreadableProof(`The key cannot be read: ${error.message}.`)
  }
}

function timeOf(us: string): string {
  return new Date(Number(BigInt(us) / 1_000n)).toISOString()
}

function checkpointOf(note: string): string {
  try {
    const { origin, size } = parseCheckpoint(parseNote(note))
    return `${origin}, ${size} events`
  } catch (error) {
    if (!(error instanceof MalformedNote)) throw error
    return error.message
  }
}
