import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { withBenchServer } from '#scripts/bench/bench-server.ts'
import { makeStaff, type StaffMember } from '#scripts/bench/users.ts'
import { fillPlatform } from '#scripts/bench-back-office/fill-platform.ts'
import {
  measureProbe,
  type ProbeFigures,
  probesWithSamples,
} from '#scripts/bench-back-office/measure-probe.ts'
import {
  measureScroll,
  openBarePage,
  type ScrollFigures,
  WINDOW,
} from '#scripts/bench-back-office/measure-scroll.ts'
import { createProfile, signIn } from '#scripts/bench-pwa/browser.ts'
import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'
import { openSession } from '#server/identity/open-session.ts'
import type { Services } from '#server/services.ts'

const TARGET_P95_MS = 100
/** Relative to the frame rate of a bare page on the same machine. */
const TARGET_FRAMES_SHARE = 0.95
const SCROLLED = [
  '/admin/users',
  '/admin/reviews',
  '/admin/dashboard?tab=order-history',
  '/admin/audit',
  '/admin/support',
]

/**
 * Generates a year of customer activity and requests every list and search of staff over HTTP, one
 * after another; then scrolls the long lists in a browser.
 */
export async function benchBackOffice({ users }: Pick<BenchOptions, 'users'>): Promise<void> {
  console.log(`\nThe back office with ${shown(users)} users`)
  const prepare = async (services: Services) => {
    if (isPwaStale()) await buildPwa()
    const staff = await makeStaff(services)
    const filled = await fillPlatform(services, staff, users)
    const { loadSeconds, foldSeconds, checkSeconds } = filled
    console.log(
      `  ${shown(filled.events)} events, ${shown(filled.waiting)} waiting, ${shown(users)} proofs`,
    )
    console.log(
      `  loaded in ${loadSeconds.toFixed(1)} s, folded in ${foldSeconds.toFixed(1)} s, ` +
        `found sound in ${checkSeconds.toFixed(1)} s`,
    )
    return staff
  }
  await withBenchServer(prepare, async ({ port, services, prepared: [reader] }) => {
    if (!reader) throw new Error('there is no staff')
    const { pool, clock, identity } = services
    const figures: ProbeFigures[] = []
    const options = { staff: reader.userId, nowMs: clock.now() }
    for (const probe of await probesWithSamples(pool, options)) {
      // Each with its own token, so that none expires on the way.
      const { accessToken } = await openSession(identity, reader.userId, { userAgent: 'bench' })
      figures.push(await measureProbe(probe, { port, accessToken }))
    }
    report(figures)
    await scrollThrough(`http://127.0.0.1:${port}`, reader)
  })
}

async function scrollThrough(origin: string, { email, password }: StaffMember): Promise<void> {
  const profile = await createProfile()
  const context = await profile.open({ viewport: WINDOW })
  try {
    const page = await context.newPage()
    await signIn(page, { origin, email, password })
    await openBarePage(page)
    const bare = await measureScroll(page)
    reportScroll('a bare page', bare)
    for (const path of SCROLLED) {
      await page.goto(origin + path)
      const figures = await measureScroll(page)
      const isMet = figures.framesPerSecond >= bare.framesPerSecond * TARGET_FRAMES_SHARE
      reportScroll(path, figures, verdict(isMet))
    }
  } finally {
    await context.close()
    await profile.remove()
  }
}

function reportScroll(what: string, figures: ScrollFigures, judged = ''): void {
  const { framesPerSecond, workMs, longestMs, scrolledPx } = figures
  const frames = `${framesPerSecond.toFixed(1)} frames/s   work ${ms(workMs)}`
  const rest = `longest ${ms(longestMs)}   ${shown(scrolledPx).padStart(6)} px   ${judged}`
  console.log(`  scrolling ${what.padEnd(34)} ${frames}   ${rest}`)
}

function report(figures: readonly ProbeFigures[]): void {
  const isMet = ({ p95, failed }: ProbeFigures) => failed === undefined && p95 < TARGET_P95_MS
  for (const probe of figures) {
    const { name, p50, p95, failed } = probe
    const times = `p50 ${ms(p50)}   p95 ${ms(p95)}`
    const reason = failed === undefined ? '' : `: ${failed}`
    console.log(`  ${name.padEnd(44)} ${times}   ${verdict(isMet(probe))}${reason}`)
  }
  const missed = figures.filter((probe) => !isMet(probe)).length
  const slowest = Math.max(...figures.map(({ p95 }) => p95).filter((p95) => !Number.isNaN(p95)))
  console.log(
    `  ${figures.length} lists and searches, slowest p95 ${ms(slowest).trim()}, ` +
      `target p95 < ${TARGET_P95_MS} ms each: ${missed === 0 ? 'met' : `missed by ${missed}`}`,
  )
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed'
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(7)} ms`
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
