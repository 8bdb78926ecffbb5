import { fork } from 'node:child_process'
import { once } from 'node:events'
import lighthouse from 'lighthouse'
import { standBack } from './browser.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

export interface Scores {
  readonly scores: Readonly<Record<Category, number>>
  /** Failed audits outside of performance, as hints for fixing them. */
  readonly lost: readonly string[]
  readonly largestPaintMs: number
  readonly blockingMs: number
}

interface Task {
  readonly url: string
  readonly debuggingPort: number
}

/** Lighthouse in a separate process, with a lower priority than the browser that it measures. */
export function startLighthouse() {
  const worker = fork(import.meta.filename)
  standBack(worker.pid)
  const ended = once(worker, 'exit').then(() => [])
  return {
    run: async (task: Task): Promise<Scores> => {
      worker.send(task)
      const [response] = await Promise.race([once(worker, 'message'), ended])
      if (!response) throw new Error('Lighthouse ended without a response')
      return response
    },
    stop: () => worker.disconnect(),
  }
}

if (import.meta.main) {
  process.on('message', async (task: Task) => process.send?.(await runLighthouse(task)))
}

/** Lighthouse's mobile run: simulates a slow phone on a slow network. Scores are out of 100. */
async function runLighthouse({ url, debuggingPort }: Task): Promise<Scores> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    onlyCategories: [...CATEGORIES],
    // The session is stored there; the first visit is measured in an empty profile.
    disableStorageReset: true,
    logLevel: 'error',
  })
  if (!result) throw new Error('lighthouse gave no result')
  const { categories, audits } = result.lhr
  const scoreOf = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const lost = CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => `${category}: ${id}`),
  )
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    lost,
    largestPaintMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
    blockingMs: Math.round(audits['total-blocking-time']?.numericValue ?? Number.NaN),
  }
}
