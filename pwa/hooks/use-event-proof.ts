import { useEffect, useState } from 'react'
import type { ProofFinding } from '#pwa/data/log-witness/verify-proof.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import { type EventProofFile, readEventProof } from '#shared/contract/signed-log.ts'
import { saveFile } from './save-file.ts'

/** What this browser has found out about an event. */
export interface EventFinding {
  /** Computed from the content, in hexadecimal. */
  readonly hash: string
  readonly agrees: boolean
  /** Undefined without a proof of the signed log. */
  readonly proof: ProofFinding | undefined
}

/** A checkpoint is signed every minute. */
const POLL_MS = 15_000

/**
 * The proof that an event is in the signed log, and what this browser finds out about it: as soon as
 * the proof arrives, so that it is known again without a network later.
 */
export function useEventProof(event: ProvenEvent, isKept: boolean) {
  const [finding, setFinding] = useState<EventFinding>()
  const [isAwaited, setAwaited] = useState(false)
  const {
    data: response,
    error,
    isLoading,
    isFromCache,
  } = useQueryFor(
    readEventProof,
    { params: { position: event.position } },
    { isKept, ...(isAwaited ? { pollMs: POLL_MS } : {}) },
  )
  const data = response ?? undefined
  const isNotSigned = !data && !isLoading && !error
  useEffect(() => setAwaited(isNotSigned), [isNotSigned])
  useEffect(() => {
    let isOver = false
    // Without the code, which a first visit may lack when it loses the network, there is none.
    void findOut(event, data, !isFromCache)
      .then((found) => isOver || setFinding(found))
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [event, data, isFromCache])
  return { file: data, isNotSigned, finding }
}

async function findOut(
  event: ProvenEvent,
  file: EventProofFile | undefined,
  isFresh: boolean,
): Promise<EventFinding> {
  const { hashOfEvent } = await import('#shared/proofs/event-proof.ts')
  const hash = hashOfEvent(event)
  // Verifies what is shown, not the copy in the response.
  const proof = file && (await findInLog({ ...file, event }, isFresh))
  return { hash, agrees: hash === event.hash, proof }
}

async function findInLog(
  file: EventProofFile,
  isFresh: boolean,
): Promise<ProofFinding | undefined> {
  const { verifyProof } = await import('#pwa/data/log-witness/verify-proof.ts')
  // Where the browser stores nothing, this device follows no log.
  return verifyProof(file, isFresh).catch(() => undefined)
}

/** Saves a proof as the server gave it: any verifier of its format can check it. */
export function saveEventProof(file: EventProofFile): void {
  const content = new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' })
  saveFile(content, `keel-proof-${file.event.position}.json`)
}
