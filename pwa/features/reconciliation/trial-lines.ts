import type { FinishedRun } from '#shared/contract/reconciliation.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'

type TrialLine = FinishedRun['trial_balance'][number]

export interface TrialAccount {
  /** "Users, available", "House, custody". */
  readonly name: string
  readonly log: Decimal
  readonly tables: Decimal
  readonly differs: boolean
}

/** One asset of the trial balance: its accounts, and what each column sums to. */
export interface TrialAsset {
  readonly symbol: string
  readonly accounts: readonly TrialAccount[]
  readonly sumOfLog: Decimal
  readonly sumOfTables: Decimal
  /** Both columns sum to zero, and no account differs between them. */
  readonly isBalanced: boolean
}

/** The lines of a trial balance by asset, in the order in which they come. */
export function trialByAsset(lines: readonly TrialLine[]): TrialAsset[] {
  const symbols = [...new Set(lines.map(({ symbol }) => symbol))]
  return symbols.map((symbol) => {
    const own = lines.filter((line) => line.symbol === symbol)
    const accounts = own.map(({ account, log, tables }) => ({
      name: nameOf(account),
      log,
      tables,
      differs: parseUnits(log) !== parseUnits(tables),
    }))
    const sum = (column: 'log' | 'tables') =>
      own.reduce((total, line) => total + parseUnits(line[column]), 0n)
    const [sumOfLog, sumOfTables] = [sum('log'), sum('tables')]
    return {
      symbol,
      accounts,
      sumOfLog: formatUnits(sumOfLog),
      sumOfTables: formatUnits(sumOfTables),
      isBalanced:
        sumOfLog === 0n && sumOfTables === 0n && accounts.every(({ differs }) => !differs),
    }
  })
}

function nameOf(account: string): string {
  return account === 'available' || account === 'frozen' ? `Users, ${account}` : `House, ${account}`
}
