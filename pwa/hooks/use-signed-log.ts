import { useEffect } from 'react'
import { queryClient } from '#pwa/data/queries.ts'
import { useSignedLogStore } from '#pwa/stores/signed-log.ts'
import { topicOf } from '#shared/contract/route.ts'
import { readEventProof } from '#shared/contract/signed-log.ts'
import { saveFile } from './save-file.ts'

/** What this device knows of the signed log. */
export function useSignedLog() {
  const known = useSignedLogStore()
  const isUnread = known.log === undefined
  useEffect(() => {
    if (isUnread) void showKnown()
  }, [isUnread])
  return known
}

async function showKnown(): Promise<void> {
  try {
    await (await import('#pwa/data/log-witness/start.ts')).showKnown()
  } catch {
    // Its code could not be loaded: without it this device has followed no log.
    useSignedLogStore.setState({ log: null })
  }
}

export type KnownLog = ReturnType<typeof useSignedLog>
export type KnownAlarm = NonNullable<KnownLog['alarm']>

/** Saves both checkpoints with everything that an outsider needs to judge them. */
export async function saveEvidence({ evidence }: KnownAlarm): Promise<void> {
  const { formatEvidence } = await import('#shared/proofs/log-evidence.ts')
  const day = new Date(evidence.testimony.atMs).toISOString().slice(0, 10)
  saveFile(textFile(formatEvidence(evidence)), `keel-log-evidence-${day}.txt`)
}

/** Saves the newest checkpoint that this device has verified, as it was signed. */
export function saveCheckpoint(note: string, size: number): void {
  saveFile(textFile(note), `keel-checkpoint-${size}.txt`)
}

export async function noteAlarmRead(): Promise<void> {
  await (await import('#pwa/data/log-witness/visit-log.ts')).noteAlarmRead()
}

/** Trusts the log as the server shows it now. */
export async function followAnew(): Promise<void> {
  const { followAnew: forget, visitLog } = await import('#pwa/data/log-witness/visit-log.ts')
  await forget()
  // Proofs of the earlier log would contradict it.
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] === topicOf(readEventProof),
  })
  await visitLog()
}

function textFile(text: string): Blob {
  return new Blob([text], { type: 'text/plain' })
}
