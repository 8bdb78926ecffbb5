import type { PoolClient } from 'pg'
import { type Account, named } from './chart.ts'
import type { Findings } from './ledger-fault.ts'
import { scan, wholeUnits } from './scan.ts'

interface LineRow {
  readonly position: string
  readonly account: string
  readonly amount: string
  readonly balance: string
}

/** The line that the journal must have according to the log. */
interface MeantLine {
  readonly position: bigint
  readonly account: Account
  readonly amount: bigint | undefined
  readonly after: bigint | undefined
}

/**
 * Compares the journal with a replay of the log, event by event, as far as its follower has folded
 * it. Each line of the journal is what its event did to an account, and the balance after it.
 *
 * Finds, in the order of the log: a line that the log does not have; an event whose line is missing;
 * a line with another amount or balance than the log. Reports only the first, because after it the
 * lines and the log are out of step.
 */
export async function journalCheck(client: PoolClient, findings: Findings, after: bigint) {
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
    /** @param balances each account's balance after the event */
    async next(
      position: bigint,
      changes: ReadonlyMap<Account, bigint>,
      balances: ReadonlyMap<Account, bigint>,
    ): Promise<void> {
      const accounts = [...changes.keys()].sort((left, right) => (left < right ? -1 : 1))
      for (const account of position <= folded ? accounts : []) {
        if (isFaulty) return
        const [amount, after] = [changes.get(account), balances.get(account)]
        const fault = faultOf(line, { position, account, amount, after })
        if (fault) find(fault)
        line = await nextOf(lines)
      }
    },
    /** Call after the last event. */
    async end(): Promise<void> {
      if (!isFaulty && line) find(leftOver(line))
    },
  }
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

/** Negative if the line comes before the expected one. */
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
