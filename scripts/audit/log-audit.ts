import { serverHashing } from '#server/events/log-leaves.ts'
import type { Account } from '#server/ledger/chart.ts'
import { Findings, LedgerFault } from '#server/ledger/ledger-fault.ts'
import { BalanceReplay, verifySums } from '#server/ledger/replay-balances.ts'
import { openedBy } from '#server/ledger/verify-checkpoint.ts'
import type { SignedCheckpoint } from '#shared/proofs/checkpoint.ts'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { TreeFrontier } from '#shared/proofs/tree-frontier.ts'
import { isSameHash } from '#shared/proofs/tree-hashing.ts'
import type { TreeHead } from '#shared/proofs/tree-proofs.ts'
import { AuditFault } from './audit-fault.ts'
import type { AuditedEvent, EventCheck } from './event-check.ts'
import {
  type EventLine,
  MalformedExport,
  movesOf,
  readCheckpointLine,
  readEvent,
  readHeader,
} from './exported-line.ts'
import { LogKeys } from './log-keys.ts'

export interface LogReport {
  readonly events: number
  readonly withheld: number
  /** Events that were recorded before these. */
  readonly backwards: number
  readonly transfers: number
  readonly checkpoints: number
  readonly newest: SignedCheckpoint
  readonly balances: ReadonlyMap<Account, bigint>
  readonly summaries: readonly string[]
}

export interface LogAuditOptions {
  /** Checkpoints that the auditor saw earlier. */
  readonly earlier: readonly TreeHead[]
  /** A key that must have signed, known to the auditor from another source. */
  readonly vkey?: string | undefined
  readonly checks: readonly EventCheck[]
}

/**
 * Audits everything that depends on the order of positions: tree, checkpoints, keys and balances.
 */
export class LogAudit {
  readonly #options: LogAuditOptions
  readonly #frontier = new TreeFrontier(serverHashing)
  readonly #findings = new Findings()
  readonly #replay = new BalanceReplay(this.#findings, new Map())
  readonly #keys = new LogKeys()
  readonly #checks = new Map<string, EventCheck[]>()
  readonly #earlier: Map<number, TreeHead>
  #hasBegun = false
  #recordedAtUs = 0n
  #withheld = 0
  #backwards = 0
  #checkpoints = 0
  #newest: SignedCheckpoint | undefined

  constructor(options: LogAuditOptions) {
    this.#options = options
    this.#earlier = new Map(options.earlier.map((head) => [head.size, head]))
    for (const check of [this.#keys, ...options.checks]) {
      for (const type of check.types) {
        this.#checks.set(type, [...(this.#checks.get(type) ?? []), check])
      }
    }
    this.#compareEarlier()
  }

  /**
   * Most lines are checked synchronously; a returned promise must be awaited before the next line.
   *
   * @throws AuditFault
   */
  next(line: string): Promise<void> | undefined {
    if (line.startsWith('H\t')) this.#header(line)
    else if (!this.#hasBegun) throw new MalformedExport('the export does not begin with a header')
    else if (line.startsWith('C\t')) return this.#checkpoint(readCheckpointLine(line))
    else return this.#event(readEvent(line))
    return undefined
  }

  /** @throws AuditFault */
  end(): LogReport {
    const events = this.#frontier.size
    const fail = (check: 'earlier checkpoint' | 'checkpoints' | 'keys', message: string) => {
      throw new AuditFault(check, events, message)
    }
    const [missing] = this.#earlier.values()
    if (missing) {
      fail('earlier checkpoint', `one of ${missing.size} events was seen, the log has ${events}`)
    }
    const newest = this.#newest
    const signed = newest?.size ?? 0
    if (!newest || signed < events) {
      throw new AuditFault('checkpoints', events, `only ${signed} of ${events} events are signed`)
    }
    const { vkey, checks } = this.#options
    if (vkey !== undefined && !this.#keys.has(vkey)) {
      fail('keys', `the log was never signed by ${vkey}`)
    }
    const { balances, transfers } = this.#replay
    verifySums(this.#findings, balances)
    this.#throwFound()
    return {
      ...{ events, transfers, balances, newest },
      withheld: this.#withheld,
      backwards: this.#backwards,
      checkpoints: this.#checkpoints,
      summaries: [this.#keys, ...checks].map((check) => check.summary()),
    }
  }

  #header(line: string): void {
    const { after } = readHeader(line)
    const { size } = this.#frontier
    this.#hasBegun = true
    if (after === size) return
    throw new MalformedExport(
      `a file begins behind position ${after}, the one before ends at ${size}`,
    )
  }

  #event(event: EventLine): Promise<void> | undefined {
    const { position, recordedAtUs, hash, text, isWithheld } = event
    const { type, transfers } = movesOf(text)
    const moved = this.#replay.next({
      position: String(position),
      debits: transfers.map(({ debit }) => debit),
      credits: transfers.map(({ credit }) => credit),
      amounts: transfers.map(({ amount }) => amount),
    })
    this.#throwFound()
    // Clocks that were set back are not a fault in a log from before times had to be monotonic.
    this.#backwards += Number(recordedAtUs < this.#recordedAtUs)
    this.#recordedAtUs = recordedAtUs
    this.#withheld += Number(isWithheld)
    const leaf = leafEntry({ position, recordedAtUs, eventHash: Buffer.from(hash, 'hex') })
    this.#frontier.append(serverHashing.leaf(leaf))
    this.#compareEarlier()
    if (moved.length > 0) for (const check of this.#options.checks) check.moved?.(position, moved)
    const checks = this.#checks.get(type)
    if (!checks) return undefined
    const { stream, data } = JSON.parse(text)
    return this.#check(checks, { position, stream, type, data })
  }

  async #check(checks: readonly EventCheck[], event: AuditedEvent): Promise<void> {
    try {
      for (const check of checks) await check.next(event)
    } catch (error) {
      if (error instanceof AuditFault) throw error
      // Its data does not match its type, which the audit of its stream also reports.
      const { position } = event
      throw new AuditFault('rules', position, `event ${position}: ${(error as Error).message}`)
    }
  }

  async #checkpoint(note: string): Promise<void> {
    const { size } = this.#frontier
    const named = `the checkpoint behind event ${size}`
    try {
      const checkpoint = await openedBy(this.#keys.trusted(), note, named)
      const isOfThese =
        checkpoint.size === size && isSameHash(checkpoint.root, this.#frontier.root())
      if (!isOfThese) throw new LedgerFault(`${named} is of another log`)
      this.#newest = checkpoint
      this.#checkpoints += 1
    } catch (error) {
      if (!(error instanceof LedgerFault)) throw error
      throw new AuditFault('checkpoints', size, error.message)
    }
  }

  #compareEarlier(): void {
    const { size } = this.#frontier
    const earlier = this.#earlier.get(size)
    if (!earlier) return
    this.#earlier.delete(size)
    if (isSameHash(earlier.root, this.#frontier.root())) return
    const message = `the log was rewritten: that of ${size} events had another root`
    throw new AuditFault('earlier checkpoint', size, message)
  }

  #throwFound(): void {
    if (this.#findings.isEmpty) return
    const [found] = this.#findings.list()
    if (!found) return
    const check = found.check as 'positions' | 'transfers' | 'overdrawn' | 'sums'
    throw new AuditFault(check, Number(this.#replay.last), found.fault)
  }
}
