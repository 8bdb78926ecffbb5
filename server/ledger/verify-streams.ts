import type { PoolClient } from 'pg'
import { catalogOf } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { type ChosenStreams, isChosen } from './chosen-streams.ts'
import { type Findings, LedgerFault } from './ledger-fault.ts'
import { scanTexts } from './scan.ts'
import { kindOf, longestFirst } from './stream-kinds.ts'
import { STREAM_COLUMNS, type StreamRow } from './stream-row.ts'
import { extendChain, type ReadStream, unreadStream, verifyResult } from './verify-chain.ts'
import { type DocumentRow, documentsInOrder, verifyDocument } from './verify-document.ts'
import { priceCheck } from './verify-prices.ts'
import { signatureCheck } from './verify-signatures.ts'

const EVENTS = (chosen: ChosenStreams) => `
  select ${STREAM_COLUMNS} from event where ${isChosen(chosen)} order by stream, version`

interface OpenStream {
  readonly read: ReadStream
  readonly document: DocumentRow
}

/**
 * Reads streams, each from its first event, and compares them with their documents.
 *
 * Finds, in this order: a stream of unknown kind; a document that is missing or left over; a fault
 * in the chain of events; a document that is not the fold of its events; a stream that holds money
 * but is not open; a state that does not follow from the recorded prices. Checking a stream ends at
 * its first fault in the chain.
 *
 * @param after signatures up to this position have been checked before
 */
export async function verifyStreams(
  client: PoolClient,
  findings: Findings,
  {
    aggregates,
    chosen,
    after,
  }: {
    readonly aggregates: readonly AnyAggregate[]
    readonly chosen: ChosenStreams
    readonly after: bigint
  },
): Promise<{ readonly streams: number; readonly events: number }> {
  const catalog = catalogOf(aggregates)
  const kinds = longestFirst(aggregates)
  const documents = await documentsInOrder(client, findings, chosen)
  const signatures = signatureCheck(client, findings, after)
  const prices = priceCheck(client, findings)
  let name: string | undefined
  let stream: OpenStream | undefined
  let streams = 0
  let events = 0
  const close = ({ read, document }: OpenStream) => {
    findings.within('documents', () => verifyDocument(read, document))
    verifyClosed(findings, read, document)
    findings.within('prices', () => verifyResult(read))
    prices.add(read.name, read.aggregate.restsOn?.(read.state) ?? [])
  }
  const open = (opened: string) => {
    if (stream) close(stream)
    name = opened
    streams += 1
    const aggregate = findings.within('chains', () => kindOf(opened, kinds))
    const document = documents.of(opened)
    stream = aggregate && findings.within('documents', () => begin(opened, aggregate, document))
  }
  const add = (row: StreamRow) => {
    const read = stream?.read
    if (!read) return
    const added = findings.within('chains', () => extendChain(read, row, catalog))
    if (!added) stream = undefined
    else signatures.add({ aggregate: read.aggregate, requestHash: row[9], ...added })
  }
  for await (const rows of scanTexts<StreamRow>(client, 'verify_streams', EVENTS(chosen))) {
    for (const row of rows) {
      if (name !== row[1]) open(row[1])
      add(row)
    }
    events += rows.length
    await prices.lookUp()
    await signatures.lookUp()
  }
  if (stream) close(stream)
  await prices.lookUp()
  documents.end()
  return { streams, events }
}

function begin(
  name: string,
  aggregate: AnyAggregate,
  document: DocumentRow | undefined,
): OpenStream {
  if (!document) throw new LedgerFault(`${name} has no document`)
  const [, , owner] = document
  return { read: unreadStream(name, aggregate, owner === null ? null : BigInt(owner)), document }
}

/** A closed stream, or one without a user, may hold nothing; `verify-holds.ts` adds up the rest. */
function verifyClosed(
  findings: Findings,
  { name, aggregate, owner, state }: ReadStream,
  [, , , status, waiting]: DocumentRow,
): void {
  if (owner !== null && (waiting === 't' || status === 'active')) return
  for (const { symbol, amount } of aggregate.holds?.(state) ?? []) {
    findings.add('holds', `${name} holds ${amount} ${symbol}, but is not open`)
  }
}
