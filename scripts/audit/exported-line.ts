import { AuditFault } from './audit-fault.ts'

/**
 * One line of an export: a letter and fields, separated by tabs. No field contains a tab.
 *
 * H  keel-log/1, the position after which the file begins
 * E  position, recording time (microseconds since 1970), hash, text that the hash covers
 * W  the same for an event with withheld parts: its hash cannot be recomputed
 * C  a signed checkpoint, as a JSON string; after the last event that it covers
 *
 * Source: docs/proofs.md, The auditor
 */
export const EXPORT_FORMAT = 'keel-log/1'

export interface EventLine {
  readonly position: number
  readonly recordedAtUs: bigint
  /** In hexadecimal. */
  readonly hash: string
  /** See `hashedText`; without key and request if parts are withheld. */
  readonly text: string
  readonly isWithheld: boolean
}

/** Takes precedence over faults in events. */
export class MalformedExport extends AuditFault {
  constructor(message: string) {
    super('export', 0, message)
  }
}

export function headerLine(after: number): string {
  return `H\t${EXPORT_FORMAT}\t${after}\n`
}

export function eventLine({ position, recordedAtUs, hash, text, isWithheld }: EventLine): string {
  return `${isWithheld ? 'W' : 'E'}\t${position}\t${recordedAtUs}\t${hash}\t${text}\n`
}

export function checkpointLine(note: string): string {
  return `C\t${JSON.stringify(note)}\n`
}

/** @throws MalformedExport if the file has another format */
export function readHeader(line: string): { readonly after: number } {
  const [, format, after] = /^H\t(\S+)\t(\d{1,15})$/.exec(line) ?? []
  if (format !== EXPORT_FORMAT) {
    throw new MalformedExport(`the file does not begin with "H", a tab and ${EXPORT_FORMAT}`)
  }
  return { after: Number(after) }
}

const HASH_LENGTH = 64

/** @throws MalformedExport */
export function readEvent(line: string): EventLine {
  const time = line.indexOf('\t', 2)
  const hash = line.indexOf('\t', time + 1)
  const text = hash + 1 + HASH_LENGTH
  const position = Number(line.slice(2, time))
  const recordedAtUs = line.slice(time + 1, hash)
  const isSound =
    time > 0 && hash > 0 && line[text] === '\t' && Number.isSafeInteger(position) && position > 0
  if (!isSound || !/^\d{1,18}$/.test(recordedAtUs)) {
    throw new MalformedExport(`a line cannot be read: ${line.slice(0, 80)}`)
  }
  return {
    position,
    recordedAtUs: BigInt(recordedAtUs),
    hash: line.slice(hash + 1, text),
    text: line.slice(text + 1),
    isWithheld: line[0] === 'W',
  }
}

/** @throws MalformedExport */
export function readCheckpointLine(line: string): string {
  try {
    return String(JSON.parse(line.slice(2)))
  } catch {
    throw new MalformedExport(`a checkpoint cannot be read: ${line.slice(0, 80)}`)
  }
}

const STREAM = ',"stream":"'
const TRANSFERS = ',"transfers":['
const TYPE = '],"type":"'

/**
 * The stream of an event, without parsing the rest. Keys are sorted, so only data comes before it.
 */
export function streamOf(text: string): string {
  const transfers = text.lastIndexOf(TRANSFERS)
  const stream = text.lastIndexOf(STREAM, transfers)
  if (stream < 0) throw new MalformedExport(`an event names no stream: ${text.slice(0, 80)}`)
  return text.slice(stream + STREAM.length, transfers - 1)
}

export interface TransferText {
  readonly debit: string
  readonly credit: string
  readonly amount: string
}

const NONE: readonly TransferText[] = []

/** The type and the transfers of an event, without parsing the rest. */
export function movesOf(text: string): { type: string; transfers: readonly TransferText[] } {
  const type = text.lastIndexOf(TYPE)
  const begin = text.lastIndexOf(TRANSFERS, type)
  if (begin < 0) throw new MalformedExport(`an event has no type: ${text.slice(0, 80)}`)
  const from = begin + TRANSFERS.length
  const name = text.slice(type + TYPE.length, text.indexOf('"', type + TYPE.length))
  if (from === type) return { type: name, transfers: NONE }
  return { type: name, transfers: JSON.parse(`[${text.slice(from, type)}]`) }
}
