import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEPOSIT_COINS } from '#shared/rules/deposits.ts'
import { FUTURES_LIMITS_DEFAULT, FUTURES_TERMS } from '#shared/rules/futures.ts'
import { STAKING_PLANS } from '#shared/rules/staking.ts'

const PRODUCT = readFileSync(join(import.meta.dirname, '../../docs/product.md'), 'utf8')

const { stakeMaximum, userOpenMaximum, symbolOwedMaximum } = FUTURES_LIMITS_DEFAULT

test.each([
  [
    'coin | network | minimum | network fee | usual processing',
    DEPOSIT_COINS.map(({ symbol, networkLabel, minimum, networkFee, processing }) =>
      row(symbol, networkLabel, grouped(minimum), grouped(networkFee), processing),
    ),
  ],
  [
    'duration | share',
    FUTURES_TERMS.map(({ durationSeconds, profitRatio }) =>
      row(`${durationSeconds} s`, `${profitRatio} %`),
    ),
  ],
  [
    'limit | default | setting',
    [
      row('stake of one trade', usdt(stakeMaximum), '`FUTURES_STAKE_MAXIMUM_USDT`'),
      row(
        "total stakes of a user's open trades",
        usdt(userOpenMaximum),
        '`FUTURES_USER_OPEN_MAXIMUM_USDT`',
      ),
      row(
        'the most that all open trades of a pair can win',
        usdt(symbolOwedMaximum),
        '`FUTURES_SYMBOL_OWED_MAXIMUM_USDT`',
      ),
    ],
  ],
  [
    'term | yearly interest | from | to',
    STAKING_PLANS.map(({ termDays, apy, minimum, maximum }) =>
      row(
        termDays === 1 ? '1 day' : `${termDays} days`,
        `${apy} %`,
        grouped(minimum),
        grouped(maximum),
      ),
    ),
  ],
])('docs/product.md repeats the rules: %s', (head, rows) => {
  expect(tableUnder(head), 'change its table too').toEqual(rows)
})

function tableUnder(head: string): string[] {
  const lines = PRODUCT.split('\n')
  // The first row follows the head and the line of dashes.
  const from = lines.indexOf(`| ${head} |`) + 2
  return lines.slice(from, lines.indexOf('', from))
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function usdt(amount: string): string {
  return `${grouped(amount)} USDT`
}

function grouped(amount: string): string {
  return Number(amount).toLocaleString('en-US', { maximumFractionDigits: 8 })
}
