import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { withBenchServer } from '#scripts/bench/bench-server.ts'
import { catchUp, checkWorld } from '#scripts/bench-back-office/check-world.ts'
import { EVENTS_PER_USER, loadWorld } from '#scripts/bench-back-office/load-world.ts'
import { measureProbe, type ProbeFigures } from '#scripts/bench-back-office/measure-probe.ts'
import {
  measureBareScroll,
  measureScroll,
  type ScrollFigures,
  WINDOW,
} from '#scripts/bench-back-office/measure-scroll.ts'
import { probesOf } from '#scripts/bench-back-office/probes.ts'
import { takeSamples } from '#scripts/bench-back-office/samples.ts'
import { makeStaff, type StaffMember } from '#scripts/bench-back-office/staff.ts'
import { createProfile, signIn } from '#scripts/bench-pwa/browser.ts'
import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import { openSession } from '#server/identity/sessions.ts'
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
  console.log(`\nThe back office with ${users.toLocaleString('en')} users`)
  let staff: readonly StaffMember[] = []
  const prepare = async (services: Services) => {
    if (isPwaStale()) await buildPwa()
    staff = await makeStaff(services)
    await fill(
      services,
      staff.map(({ userId }) => userId),
      users,
    )
  }
  await withBenchServer(prepare, async ({ port, services }) => {
    const [reader] = staff
    if (!reader) throw new Error('there is no staff')
    const samples = await takeSamples(services.pool, reader.userId)
    const figures: ProbeFigures[] = []
    for (const probe of probesOf(samples, services.clock.now())) {
      // Each with its own token, so that none expires on the way.
      const { accessToken } = await openSession(services.identity, reader.userId, 'bench')
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
    const bare = await measureBareScroll(page)
    reportScroll('a bare page', bare)
    for (const path of SCROLLED) {
      const figures = await measureScroll(page, origin + path)
      const isMet = figures.framesPerSecond >= bare.framesPerSecond * TARGET_FRAMES_SHARE
      reportScroll(path, figures, isMet ? 'met' : 'missed')
    }
  } finally {
    await context.close()
    await profile.remove()
  }
}

async function fill(services: Services, staff: readonly string[], users: number): Promise<void> {
  const { pool, vault, databaseUrl, clock } = services
  const options = { pool, vault, databaseUrl, staff, users, nowMs: clock.now() }
  const bar = progressBar('  loading')
  const total = BigInt(users * EVENTS_PER_USER)
  const seconds = stopwatch()
  const world = await loadWorld(options, (events) => bar(events, total))
  await pool.query('analyze')
  const loaded = seconds()
  await catchUp(pool)
  const folded = seconds()
  await checkWorld(pool)
  const checked = seconds()
  await pool.query('vacuum analyze')
  const { events, waiting, proofs } = world
  console.log(`  ${shown(events)} events, ${shown(waiting)} waiting, ${shown(proofs)} proofs`)
  console.log(`  loaded in ${loaded} s, folded in ${folded} s, found sound in ${checked} s`)
}

/** Each call returns the seconds since the previous one. */
function stopwatch(): () => string {
  let last = performance.now()
  return () => {
    const since = last
    last = performance.now()
    return ((last - since) / 1_000).toFixed(1)
  }
}

function report(figures: readonly ProbeFigures[]): void {
  for (const { name, p50, p95, failed } of figures) {
    const verdict = failed === undefined && p95 < TARGET_P95_MS ? 'met' : 'missed'
    const times = `p50 ${ms(p50)}   p95 ${ms(p95)}`
    console.log(`  ${name.padEnd(44)} ${times}   ${verdict}${failed ? `: ${failed}` : ''}`)
  }
  const missed = figures.filter(({ p95, failed }) => failed !== undefined || p95 >= TARGET_P95_MS)
  const slowest = Math.max(...figures.map(({ p95 }) => p95).filter((p95) => !Number.isNaN(p95)))
  const verdict = missed.length === 0 ? 'met' : `missed by ${missed.length}`
  console.log(
    `  ${figures.length} lists and searches, slowest p95 ${ms(slowest).trim()}, ` +
      `target p95 < ${TARGET_P95_MS} ms each: ${verdict}`,
  )
}

function reportScroll(what: string, figures: ScrollFigures, verdict = ''): void {
  const { framesPerSecond, longestMs, workMs, scrolledPx } = figures
  console.log(
    `  scrolling ${what.padEnd(34)} ${framesPerSecond.toFixed(1)} frames/s   work ${ms(workMs)}   ` +
      `longest ${ms(longestMs)}   ${shown(scrolledPx).padStart(6)} px   ${verdict}`,
  )
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(7)} ms`
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
