import type { PoolClient } from 'pg'
import type { Account } from './chart.ts'
import type { Findings } from './ledger-fault.ts'
import { named, wholeUnits } from './named-account.ts'
import { scan } from './scan.ts'

interface LineRow {
  readonly position: string
  readonly account: string
  readonly amount: string
  readonly balance: string
}

/** Holds the journal against a replay that goes through the log event by event. */
export interface JournalCheck {
  /** How far its follower has folded it. */
  readonly folded: bigint
  /** @param balances what each account holds after the event */
  next(
    position: bigint,
    changes: ReadonlyMap<Account, bigint>,
    balances: ReadonlyMap<Account, bigint>,
  ): Promise<void>
  /** After the last event. */
  end(): Promise<void>
}

/**
 * The lines of statements behind a position, as far as they are folded: each one is what its event
 * did to the account, and the balance after it.
 *
 * Finds, in the order of the log: a line that the log has not; an event whose line is missing; a
 * line that says another amount or another balance than the log. Behind the first of them the lines
 * and the log are out of step, so it is the only one.
 */
export async function journalCheck(
  client: PoolClient,
  findings: Findings,
  after: bigint,
): Promise<JournalCheck> {
  const { rows } = await client.query<{ position: string }>(
    `select position from checkpoint where name = 'journal'`,
  )
  const folded = BigInt(rows[0]?.position ?? 0)
  const lines = scan<LineRow>(
    client,
    'verify_journal',
    `select position, account, amount, balance from journal
     where position > ${after} order by position, account`,
  )
  let line = await nextOf(lines)
  let isFaulty = false
  const find = (fault: string) => {
    isFaulty = true
    findings.add('journal', fault)
  }
  return {
    folded,
    async next(position, changes, balances) {
      const accounts = [...changes.keys()].sort((left, right) => (left < right ? -1 : 1))
      for (const account of position <= folded ? accounts : []) {
        if (isFaulty) return
        const meant = {
          position,
          account,
          amount: changes.get(account),
          after: balances.get(account),
        }
        const fault = faultOf(line, meant)
        if (fault) find(fault)
        line = await nextOf(lines)
      }
    },
    async end() {
      if (!isFaulty && line) find(leftOver(line))
    },
  }
}

interface MeantLine {
  readonly position: bigint
  readonly account: Account
  readonly amount: bigint | undefined
  readonly after: bigint | undefined
}

function faultOf(line: LineRow | undefined, meant: MeantLine): string | undefined {
  const { position, account, amount, after } = meant
  const order = line ? compare(line, meant) : 1
  if (line && order < 0) return leftOver(line)
  const where = `line of event ${position}, ${named(account)}`
  if (!line || order > 0) return `the journal has no ${where} which the log has`
  if (wholeUnits(line.amount) !== amount) {
    return `the journal's ${where} says ${line.amount}, the log says ${amount}`
  }
  if (wholeUnits(line.balance) !== after) {
    return `the journal's ${where} leaves ${line.balance}, the log says ${after}`
  }
  return undefined
}

/** Below zero where the line comes before the one that is meant. */
function compare(line: LineRow, { position, account }: MeantLine): number {
  const ahead = BigInt(line.position) - position || BigInt(line.account) - account
  return ahead === 0n ? 0 : Number(ahead > 0n) - Number(ahead < 0n)
}

function leftOver({ position, account }: LineRow): string {
  return `the journal has a line of event ${position}, ${named(BigInt(account))} that the log has not`
}

async function nextOf(lines: AsyncGenerator<LineRow>): Promise<LineRow | undefined> {
  const { value, done } = await lines.next()
  return done ? undefined : value
}
