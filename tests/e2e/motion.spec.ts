import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'

// Every other journey is walked with motion reduced.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('what closes stays until its animation has ended, then goes', async ({ people, open }) => {
  const page = await (await open(await people.customer())).newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Deposit' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const leaving = await watchLeaving(page)
  await page.keyboard.press('Escape')
  await expect.poll(leaving).toEqual(['closing', 'ended', 'gone'])
  await expect(page.getByRole('button', { name: 'Deposit' }), 'focus returns').toBeFocused()

  await page.getByRole('button', { name: 'Deposit' }).click()
  await expect(dialog, 'and comes again').toBeVisible()
})

test('a chart has the colours of the theme from its first picture on', async ({ people, open }) => {
  const context = await open(await people.customer(), { colorScheme: 'dark' })
  const page = await context.newPage()
  const grounds = await watchGrounds(page)
  await page.goto('/futures')
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect.poll(async () => (await grounds()).length).toBeGreaterThan(0)
  expect(await grounds()).not.toContain('#ffffff')
})

/** What becomes of the dialog once it is closed, in the order in which it happens. */
async function watchLeaving(page: Page): Promise<() => Promise<string[]>> {
  await page.getByRole('dialog').evaluate((dialog) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const watch = new MutationObserver(() => {
      if (!dialog.isConnected) {
        watch.disconnect()
        seen.push('gone')
      } else if (dialog.getAttribute('data-state') === 'closed' && seen.length === 0) {
        seen.push('closing')
        for (const { finished } of dialog.getAnimations()) {
          void finished.then(() => seen.push('ended'))
        }
      }
    })
    watch.observe(document.body, { attributes: true, childList: true, subtree: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'seen') as string[])
}

/** The colours in which whole canvases are filled. */
async function watchGrounds(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const { fillRect } = CanvasRenderingContext2D.prototype
    const grounds = new Set<unknown>()
    Object.assign(window, { grounds })
    CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
      if (width > 100 && height > 100) grounds.add(this.fillStyle)
      fillRect.call(this, x, y, width, height)
    }
  })
  return () => page.evaluate(() => [...(Reflect.get(window, 'grounds') as Set<string>)])
}
