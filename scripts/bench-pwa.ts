import { createProfile, PHONE, type Profile, signIn } from '#scripts/bench-pwa/browser.ts'
import { offlineColdStarts } from '#scripts/bench-pwa/cold-start.ts'
import { firstScreenJsBytes, installabilityErrors } from '#scripts/bench-pwa/first-screen.ts'
import { allJsBytes, initialJsBytes } from '#scripts/bench-pwa/initial-js.ts'
import { type Scores, startLighthouse } from '#scripts/bench-pwa/lighthouse-scores.ts'
import { judgePage } from '#scripts/bench-pwa/page-health.ts'
import { type ServedApp, serveApp } from '#scripts/bench-pwa/served-app.ts'

/**
 * Measures the built app against its budgets, on a server started for it: `npm run bench:pwa`.
 * Exits with 1 when a budget is exceeded.
 */

const BUDGET = { initialJsKb: 82, coldStartMs: 600, performance: 95, score: 100, shift: 0.02 }
const PAGES = [
  '/',
  '/about',
  '/market',
  '/exchange',
  '/futures',
  '/loan',
  '/activity',
  '/support',
  '/profile',
  '/admin/dashboard',
  '/admin/reviews',
  '/admin/users',
  '/admin/loans',
  '/admin/support',
  '/admin/audit',
  '/admin/reconciliation',
  '/admin/settings',
]
const TABLET = { width: 820, height: 1180 }
const DESKTOP = { width: 1440, height: 900 }
/** Layout shifts do not depend on the theme, so the middle size is measured in one theme. */
const SCREENS = { dark: [PHONE, TABLET, DESKTOP], light: [PHONE, DESKTOP] } as const
/** A single run of Lighthouse varies with the load of the machine. */
const LIGHTHOUSE_RUNS = 5
const LIGHTHOUSE_PORT = 9_333
const KB = 1_024
/** After this time the device has stored what a page shows. */
const KEPT_AFTER_MS = 4_000

let missed = 0

const app = await serveApp()
const lighthouse = startLighthouse()
const signedIn = await createProfile()
const visitor = await createProfile()
try {
  await measureScripts(visitor, app)
  await measureFirstVisit(app)
  await prepare(signedIn, app)
  await measurePages(signedIn, app)
  for (const path of PAGES) {
    const runs = await runLighthouse(signedIn, app.origin + path, LIGHTHOUSE_RUNS)
    reportLighthouse(`Lighthouse ${path}, signed in`, runs)
  }
} finally {
  lighthouse.stop()
  await app.stop()
}
// From here on there is no server: pages show what the device has stored.
const times = await offlineColdStarts(signedIn.folder, `${app.origin}/market`)
report('offline cold start to rows, median', times[2] ?? Number.NaN, BUDGET.coldStartMs, 'ms')
process.stdout.write(`  all runs: ${times.map(Math.round).join(', ')} ms, CPU slowed 4×\n`)
await signedIn.remove()
await visitor.remove()
process.exit(missed === 0 ? 0 : 1)

async function measureScripts(profile: Profile, { origin }: ServedApp) {
  report('initial JS, brotli', (await initialJsBytes()) / KB, BUDGET.initialJsKb, 'KB')
  const firstScreen = await firstScreenJsBytes(profile, origin)
  process.stdout.write(
    `  JS fetched until log-in can be used: ${(firstScreen / KB).toFixed(1)} KB\n`,
  )
  process.stdout.write(`  JS of all pages together: ${((await allJsBytes()) / KB).toFixed(1)} KB\n`)
  const obstacles = await installabilityErrors(profile, origin)
  report(`installability errors ${obstacles.join(' ')}`, obstacles.length, 0, '')
}

async function measureFirstVisit({ origin }: ServedApp) {
  const url = `${origin}/login`
  const runs: Scores[] = []
  while (runs.length < LIGHTHOUSE_RUNS) {
    // Each profile has only one first visit; on the second the worker is installed.
    const profile = await createProfile()
    runs.push(...(await runLighthouse(profile, url, 1)))
    await profile.remove()
  }
  reportLighthouse('Lighthouse /login, first visit', runs)
}

async function prepare(profile: Profile, served: ServedApp) {
  const context = await profile.open()
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, served)
  // Open each page once, so that the device stores what an offline start shows.
  for (const path of PAGES) {
    await page.goto(served.origin + path)
    await page.waitForTimeout(KEPT_AFTER_MS)
  }
  await context.close()
}

async function measurePages(profile: Profile, { origin }: ServedApp) {
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const viewport of SCREENS[colorScheme]) {
      const context = await profile.open({ colorScheme, viewport })
      for (const path of PAGES) {
        const { violations, shift, moved, errors } = await judgePage(context, origin + path)
        const where = `${path} ${colorScheme} ${viewport.width}`
        report(`axe violations ${where} ${violations.join(' ')}`, violations.length, 0, '')
        report(`layout shift ${where}`, shift, BUDGET.shift, '')
        if (shift > BUDGET.shift) process.stdout.write(`  moved: ${moved}\n`)
        report(`console errors ${where} ${errors[0] ?? ''}`, errors.length, 0, '')
      }
      await context.close()
    }
  }
}

async function runLighthouse(profile: Profile, url: string, count: number): Promise<Scores[]> {
  const context = await profile.open({ debuggingPort: LIGHTHOUSE_PORT })
  const runs: Scores[] = []
  while (runs.length < count) {
    runs.push(await lighthouse.run({ url, debuggingPort: LIGHTHOUSE_PORT }))
  }
  await context.close()
  return runs
}

function reportLighthouse(title: string, runs: readonly Scores[]) {
  const all = runs.map(({ scores: { performance } }) => performance)
  const median = runs.toSorted((a, b) => a.scores.performance - b.scores.performance)[
    Math.floor(runs.length / 2)
  ]
  if (!median) throw new Error('Lighthouse has to run at least once')
  const { scores, lost, largestPaintMs, blockingMs } = median
  for (const [category, score] of Object.entries(scores)) {
    const floor = category === 'performance' ? BUDGET.performance : BUDGET.score
    reportFloor(`${title}: ${category}`, score, floor)
  }
  process.stdout.write(
    `  performance of all runs: ${all.join(', ')}; largest paint ${largestPaintMs} ms, blocking ${blockingMs} ms\n`,
  )
  for (const audit of lost) process.stdout.write(`  lost: ${audit}\n`)
}

function report(what: string, value: number, ceiling: number, unit: string) {
  print(value <= ceiling, what, `${round(value)} ${unit} (≤ ${ceiling})`)
}

function reportFloor(what: string, value: number, floor: number) {
  print(value >= floor, what, `${round(value)} (≥ ${floor})`)
}

function print(isMet: boolean, what: string, figures: string) {
  if (!isMet) missed += 1
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'}  ${what.trim()}: ${figures}\n`)
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
