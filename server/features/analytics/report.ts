import type { Features } from '#server/feature.ts'
import { dailyFigures } from '#server/projections/daily-figures.ts'
import { openLiabilities } from '#server/projections/open-liabilities.ts'
import { REVIEW_TIMES } from '#server/projections/review-times.ts'
import { type DailyFigure, readDailyFigures } from '#server/queries/daily-figures.ts'
import { readFoldedPosition } from '#server/queries/folded-position.ts'
import { readOpenLiabilities } from '#server/queries/open-liabilities.ts'
import { type ReviewTime, readReviewTimes } from '#server/queries/review-times.ts'
import type { Services } from '#server/services.ts'
import type { Analytics, ReviewTimes } from '#shared/contract/analytics.ts'
import {
  type AnalyticsPeriod,
  dayOf,
  reviewStepOf,
  startOfStep,
  stepOf,
  stepsOf,
} from '#shared/rules/analytics.ts'
import { presentDeposits } from './deposits.ts'
import { type FiguresOfStep, sumOf } from './figures.ts'
import { presentLiabilities } from './liabilities.ts'

type Needs = Pick<Services, 'pool' | 'prices' | 'clock'>

/** The projections that the report reads. */
const PROJECTIONS = [dailyFigures.name, openLiabilities.name, REVIEW_TIMES]

/**
 * The figures of a period, from read models with as many rows as there are days: a response costs
 * the same however long the log is.
 *
 * Units    USD and whole assets, as decimals; seconds; events
 */
export async function readReport(
  { pool, prices, clock }: Needs,
  decided: Features['decided'],
  period: AnalyticsPeriod,
): Promise<Analytics> {
  const nowMs = clock.now()
  const step = stepOf(period)
  const starts = stepsOf(period, step, nowMs)
  const reviewStep = reviewStepOf(period)
  const reviewStarts = stepsOf(period, reviewStep, nowMs)
  const from = starts[0] as string
  const today = dayOf(nowMs)
  const [{ position, head }, everyFigure, parts, times] = await Promise.all([
    readFoldedPosition(pool, PROJECTIONS),
    readDailyFigures(pool, from),
    readOpenLiabilities(pool),
    readReviewTimes(pool, reviewStep, reviewStarts[0] as string),
  ])
  // A server whose clock is ahead may have recorded decisions for tomorrow.
  const figures = everyFigure.filter(({ day }) => day <= today)
  const byStart = Map.groupBy(figures, ({ day }) => startOfStep(day, step))
  const steps = starts.map((start) => ({ start, figures: byStart.get(start) ?? [] }))
  return {
    period,
    step,
    position: String(position),
    behind: Number(head > position ? head - position : 0n),
    signUps: presentSignUps(steps),
    deposits: await presentDeposits(prices, steps, today),
    volumes: presentVolumes(steps),
    liabilities: presentLiabilities(parts, prices.lastKnown),
    reviewStep,
    reviewTimes: decided.map((kind) => presentTimes(kind, times, reviewStarts)),
  }
}

function presentSignUps(steps: readonly FiguresOfStep[]): Analytics['signUps'] {
  const points = steps.map(({ start, figures }) => ({
    start,
    count: figures
      .filter(({ figure }) => figure === 'sign-up')
      .reduce((sum, { count }) => sum + count, 0),
  }))
  return { total: points.reduce((sum, { count }) => sum + count, 0), points }
}

function presentVolumes(steps: readonly FiguresOfStep[]): Analytics['volumes'] {
  const partsOf = (figures: readonly DailyFigure[]) => {
    const volume = (name: DailyFigure['figure']) =>
      sumOf(figures.filter(({ figure }) => figure === name).map(({ amount }) => amount))
    return {
      spot: volume('spot'),
      futures: volume('futures'),
      conversions: volume('conversion'),
    }
  }
  return {
    ...partsOf(steps.flatMap(({ figures }) => figures)),
    points: steps.map(({ start, figures }) => ({ start, ...partsOf(figures) })),
  }
}

function presentTimes(
  { kind, label }: Features['decided'][number],
  times: readonly ReviewTime[],
  starts: readonly string[],
): ReviewTimes {
  const own = new Map(times.filter((each) => each.kind === kind).map((each) => [each.start, each]))
  const timeOf = (start: string | null) => {
    const { count = 0, median = null, p95 = null } = own.get(start) ?? {}
    return { count, median, p95 }
  }
  return {
    kind,
    label,
    ...timeOf(null),
    points: starts.map((start) => ({ start, ...timeOf(start) })),
  }
}
