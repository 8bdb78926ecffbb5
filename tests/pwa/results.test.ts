import { describe, expect, it } from 'vitest'
import { newsOf } from '#pwa/features/results/use-results.ts'
import type { NewResults } from '#shared/contract/results.ts'

const results = (label: string, url: string, count: number): NewResults => ({
  kind: label,
  label,
  url,
  count,
  needs_ok: false,
})

describe('new results', () => {
  it('are announced once for each list that shows them', () => {
    const news = newsOf([
      results('Deposits', '/?open=transaction-history', 2),
      results('Loans', '/?open=loan-history', 1),
      results('Withdrawals', '/?open=transaction-history', 1),
    ])
    expect(news).toEqual([
      { url: '/?open=transaction-history', labels: ['Deposits', 'Withdrawals'], count: 3 },
      { url: '/?open=loan-history', labels: ['Loans'], count: 1 },
    ])
  })

  it('are not announced if there are none', () => {
    expect(newsOf([])).toEqual([])
  })
})
