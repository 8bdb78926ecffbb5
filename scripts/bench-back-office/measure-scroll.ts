import type { CDPSession, Page } from '@playwright/test'

/** Where staff sits. */
export const WINDOW = { width: 1440, height: 900 }

const SETTLED_MS = 2_000
const SCROLL_MS = 6_000
const TURN_MS = 16
const PX_PER_TURN = 60
const BARE_LINES = 3_000

export interface ScrollFigures {
  /** Frames in which the page could draw, per second of scrolling. */
  readonly framesPerSecond: number
  /** Milliseconds of the longest time without one. */
  readonly longestMs: number
  /** Milliseconds of work of the page for each of them; 16.7 are there. */
  readonly workMs: number
  /** How far it came, in pixels: further pages are loaded on the way. */
  readonly scrolledPx: number
}

declare global {
  interface Window {
    frameTimes?: number[]
  }
}

/** What the browser manages on this machine with a page that is nothing but text. */
export async function measureBareScroll(page: Page): Promise<ScrollFigures> {
  await page.goto('about:blank')
  await page.evaluate((lines) => {
    document.body.innerText = 'A line of text.\n'.repeat(lines)
  }, BARE_LINES)
  return scroll(page)
}

/** Scrolls a list with the wheel, as fast as a hand does, and counts the frames. */
export async function measureScroll(page: Page, url: string): Promise<ScrollFigures> {
  await page.goto(url)
  return scroll(page)
}

async function scroll(page: Page): Promise<ScrollFigures> {
  await page.waitForTimeout(SETTLED_MS)
  // Over the list, be it the page or its left part.
  const { width, height } = page.viewportSize() ?? WINDOW
  await page.mouse.move(width * 0.35, height * 0.7)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  const workedBefore = await workSeconds(devTools)
  await page.evaluate(countFrames)
  const started = performance.now()
  while (performance.now() - started < SCROLL_MS) {
    await page.mouse.wheel(0, PX_PER_TURN)
    await page.waitForTimeout(TURN_MS)
  }
  const { frames, scrolledPx } = await page.evaluate(endOfCount)
  const gaps = frames.slice(1).map((atMs, index) => atMs - (frames[index] ?? atMs))
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1_000
  const worked = (await workSeconds(devTools)) - workedBefore
  return {
    framesPerSecond: gaps.length / seconds,
    longestMs: Math.max(...gaps),
    workMs: (worked * 1_000) / gaps.length,
    scrolledPx,
  }
}

async function workSeconds(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** Runs in the page. */
function countFrames(): void {
  const times: number[] = []
  window.frameTimes = times
  const note = (atMs: number) => {
    times.push(atMs)
    if (window.frameTimes === times) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

/** Runs in the page; whatever was scrolled, the page or a list in it. */
function endOfCount(): { frames: number[]; scrolledPx: number } {
  const frames = window.frameTimes ?? []
  delete window.frameTimes
  const boxes = [...document.querySelectorAll('*')]
  return { frames, scrolledPx: Math.max(...boxes.map(({ scrollTop }) => scrollTop)) }
}
