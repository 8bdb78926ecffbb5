import type * as z from 'zod/mini'
import { type EventProofFile, eventProof } from '#shared/contract/signed-log.ts'
import { parseCheckpoint } from '#shared/proofs/checkpoint.ts'
import { checkEventProof } from '#shared/proofs/event-proof.ts'
import { MalformedNote, type NoteKey, parseKey, parseNote } from '#shared/proofs/signed-note.ts'
import { type ProofKind, type ProofReport, UnreadableProof } from './proof-kind.ts'

export const eventProofKind: ProofKind = {
  kinds: ['keel-event-proof/1'],
  async check(file, named) {
    const proof = shaped(eventProof, file)
    const title = `Event ${proof.event.position}: ${proof.event.type}`
    return { title, ...(await checkEvent(proof, named)) }
  },
}

/** Checks the event of a proof with the key that the reader named, or with the file's own key. */
export async function checkEvent(
  proof: EventProofFile,
  named: string | undefined,
): Promise<Omit<ProofReport, 'title'>> {
  const vkey = named ?? proof.vkey
  const { content, leaf, inclusion, signature } = await checkEventProof(proof, [keyOf(vkey)])
  return {
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
    vkey,
    isKeyNamed: named !== undefined,
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
function keyOf(vkey: string): NoteKey {
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
