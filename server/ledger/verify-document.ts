import type { PoolClient } from 'pg'
import { stateOf, storedState } from '#server/events/document-shape.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { epochMsOf } from '#shared/time.ts'
import { type ChosenStreams, isChosen } from './chosen-streams.ts'
import { type Findings, LedgerFault } from './ledger-fault.ts'
import { readTexts } from './scan.ts'
import type { ReadStream } from './verify-chain.ts'

/** A document, as text. */
export type DocumentRow = readonly [
  stream: string,
  kind: string,
  owner: string | null,
  status: string,
  waiting: string,
  version: string,
  hash: string,
  createdMs: string,
  updatedMs: string,
  data: string,
]

const DOCUMENTS = (chosen: ChosenStreams) => `
  select stream, kind, owner, status, waiting, version, encode(hash, 'hex'),
         floor(extract(epoch from created_at) * 1000), floor(extract(epoch from updated_at) * 1000),
         data
  from document where ${isChosen(chosen)} order by stream`

/** Documents of a part, in the order of the streams; reports those without a stream. */
export async function documentsInOrder(
  client: PoolClient,
  findings: Findings,
  chosen: ChosenStreams,
) {
  const rows = await readTexts<DocumentRow>(client, DOCUMENTS(chosen))
  let next = 0
  function take(upTo: string | undefined): DocumentRow | undefined {
    for (;;) {
      const row = rows[next]
      if (!row || (upTo !== undefined && row[0] > upTo)) return undefined
      next += 1
      if (row[0] === upTo) return row
      findings.add('documents', `${row[0]} has a document and no events`)
    }
  }
  return { of: (stream: string) => take(stream), end: () => void take(undefined) }
}

/** @throws LedgerFault if the document is not the fold of its stream */
export function verifyDocument(stream: ReadStream, document: DocumentRow): void {
  const { name, aggregate, state, times } = stream
  const [, kind, owner, , , version, hash, createdMs, updatedMs] = document
  const { userNo = owner } = state as { readonly userNo?: string }
  const isFold =
    kind === aggregate.kind &&
    owner === userNo &&
    version === String(stream.version) &&
    hash === stream.hash &&
    Number(createdMs) === epochMsOf(times?.[0] ?? '') &&
    Number(updatedMs) === epochMsOf(times?.[1] ?? '') &&
    saysTheState(stream, document)
  if (!isFold) throw new LedgerFault(`the document of ${name} is not the fold of its events`)
}

function saysTheState({ aggregate, state }: ReadStream, document: DocumentRow): boolean {
  const [, , , storedStatus, storedWaiting, , , , , data] = document
  const { status, waiting } = aggregate.summarise(state)
  const isSummary = storedStatus === status && storedWaiting === (waiting ? 't' : 'f')
  // Documents are written in canonical JSON, so the texts are equal if nothing is wrong.
  if (isSummary && data === canonicalJson(storedState(state, aggregate))) return true
  const stored = stateOf(JSON.parse(data))
  // A document of another shape is not read: it is folded again.
  if (stored.shape !== (aggregate.shape ?? 1)) return true
  return isSummary && canonicalJson(stored.state) === canonicalJson(state)
}
