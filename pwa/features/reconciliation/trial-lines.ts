import type { FinishedRun } from '#shared/contract/reconciliation.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'

type TrialLine = FinishedRun['trial_balance'][number]

export type TrialAsset = ReturnType<typeof trialByAsset>[number]

/**
 * The accounts of each asset, and what each column sums to; an asset is balanced if both sums are
 * zero and no account differs.
 */
export function trialByAsset(lines: readonly TrialLine[]) {
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
