import { ed25519 } from '@noble/curves/ed25519.js'
import { base64, utf8 } from '@scure/base'
import { formatCheckpoint } from '#shared/proofs/checkpoint.ts'
import type { LogSource } from '#shared/proofs/observe-log.ts'
import { formatKey, formatNote, type NoteKey, noteKey } from '#shared/proofs/signed-note.ts'
import type { EndorsedKey } from '#shared/proofs/trusted-keys.ts'
import { consistencyProof, merkleTreeHash } from '../rfc-9162.ts'

/** A key that signs notes. */
export interface Signer {
  readonly key: NoteKey
  readonly vkey: string
  sign(text: string): string
}

/** Each number gives another key of the same log. */
export function signer(number: number, name = 'exchange.example/log'): Signer {
  const seed = new Uint8Array(32).fill(number)
  const key = noteKey(name, ed25519.getPublicKey(seed))
  const sign = (text: string) => {
    const signature = ed25519.sign(utf8.decode(text), seed)
    return formatNote({ text, signatures: [{ ...key, signature }] })
  }
  return { key, vkey: formatKey(key), sign }
}

/** One note with the signatures of several signers of the same text. */
export function signedByAll(signers: readonly Signer[], text: string): string {
  return `${text}\n${signers.map((each) => each.sign(text).slice(text.length + 1)).join('')}`
}

/** A log in memory, whose tree is computed as the RFC defines it. */
export class TestLog implements LogSource {
  entries: Uint8Array[]
  signers: Signer[]
  listed: EndorsedKey[]
  asked: string[] = []

  constructor(entries: readonly string[] = [], by = signer(1)) {
    this.entries = entries.map((entry) => utf8.decode(entry))
    this.signers = [by]
    this.listed = [{ vkey: by.vkey, endorsement: null }]
  }

  append(...entries: readonly string[]): this {
    this.entries.push(...entries.map((entry) => utf8.decode(entry)))
    return this
  }

  /** A copy: appends to it do not change the original. */
  copy(): TestLog {
    const copy = new TestLog()
    copy.entries = [...this.entries]
    copy.signers = [...this.signers]
    copy.listed = [...this.listed]
    return copy
  }

  /** The old key endorses the new one, which signs from then on. */
  rotate(next: Signer): this {
    const endorsement = (this.signers[0] as Signer).sign(`${next.vkey}\n`)
    this.listed.push({ vkey: next.vkey, endorsement })
    this.signers = [next]
    return this
  }

  note(size = this.entries.length): string {
    const [first] = this.signers
    const root = merkleTreeHash(this.entries.slice(0, size))
    const origin = (first as Signer).key.name
    return signedByAll(this.signers, formatCheckpoint({ origin, size, root }))
  }

  async checkpoint(): Promise<string> {
    this.asked.push('checkpoint')
    return this.note()
  }

  async keys(): Promise<readonly EndorsedKey[]> {
    this.asked.push('keys')
    return this.listed
  }

  /** A server that has not reached this size refuses. */
  async consistency(from: number, to: number): Promise<string[] | null> {
    this.asked.push(`consistency ${from} ${to}`)
    if (to > this.entries.length) return null
    return consistencyProof(from, this.entries.slice(0, to)).map((hash) => base64.encode(hash))
  }
}
