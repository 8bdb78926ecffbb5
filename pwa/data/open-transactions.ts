import { abort } from './read-kept.ts'

/** Those that have neither committed nor been aborted. */
const open = new Set<IDBTransaction>()

let isLeft = false

/**
 * Aborts transactions that are running when the page is left, and any that begin after that.
 *
 * WebKit never ends the transactions of a page that is gone. Each later one that needs the same
 * tables then waits for them, in every page, until the browser is restarted; a commit or a close at
 * that moment does not help. The wrapper also sees the transactions that Dexie begins to open.
 *
 * Source: docs/decisions/0136-transactions-end-with-their-page.md
 */
export function endTransactionsWithPage(): void {
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...asked) {
    const transaction = begin.apply(this, asked)
    open.add(transaction)
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => open.delete(transaction))
    }
    if (isLeft) abort(transaction)
    return transaction
  }
  globalThis.addEventListener?.('pagehide', () => {
    isLeft = true
    abortOpenTransactions()
  })
  // The page was only in the background: the user has come back to it.
  globalThis.addEventListener?.('pageshow', () => {
    isLeft = false
  })
}

export function abortOpenTransactions(): void {
  for (const transaction of open) abort(transaction)
}
