import type { CDPSession, Page } from '@playwright/test'

/** The screen of a member of staff. */
export const WINDOW = { width: 1440, height: 900 }

const SETTLED_MS = 2_000
const SCROLL_MS = 6_000
const TURN_MS = 16
const PX_PER_TURN = 60
const BARE_LINES = 3_000

export interface ScrollFigures {
  /** Frames in which the page could draw, per second of scrolling. */
  readonly framesPerSecond: number
  /** The longest time without a frame, in milliseconds. */
  readonly longestMs: number
  /** Milliseconds of work per frame; 16.7 are available. */
  readonly workMs: number
  /** Pixels scrolled; further pages are loaded on the way. */
  readonly scrolledPx: number
}

declare global {
  interface Window {
    frameTimes?: number[]
  }
}

/** Fills a page with plain text, whose frame rate is that of this machine. */
export async function openBarePage(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.evaluate((lines) => {
    document.body.innerText = 'A line of text.\n'.repeat(lines)
  }, BARE_LINES)
}

/** Scrolls the open page with the wheel at a realistic speed and counts the frames. */
export async function measureScroll(page: Page): Promise<ScrollFigures> {
  await page.waitForTimeout(SETTLED_MS)
  // Over the list, which is the page or its left part.
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

/** Runs in the page; reads the scroll position of the page or of a list in it. */
function endOfCount(): { frames: number[]; scrolledPx: number } {
  const frames = window.frameTimes ?? []
  delete window.frameTimes
  const boxes = [...document.querySelectorAll('*')]
  return { frames, scrolledPx: Math.max(...boxes.map(({ scrollTop }) => scrollTop)) }
}
