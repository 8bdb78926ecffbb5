import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { DESKTOP, PHONE } from './support/screens.ts'

// All other journeys run with reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a dialog stays until its closing animation ends, then is removed', async ({
  people,
  open,
}) => {
  const page = await (await open(await people.customer())).newPage()
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Deposit' })
  const dialog = page.getByRole('dialog')
  // A sheet moves down; on a wide screen a dialog fades.
  for (const screen of [PHONE, DESKTOP]) {
    await page.setViewportSize(screen)
    await opener.click()
    await expect(dialog).toBeVisible()
    const leaving = await watchLeaving(page)
    await page.keyboard.press('Escape')
    await expect.poll(leaving).toEqual(['closing', 'ended', 'gone'])
    await expect(opener, 'focus returns').toBeFocused()
  }

  await opener.click()
  await expect(dialog, 'the dialog opens again').toBeVisible()
})

test('a dialog keeps its content while it closes', async ({ people, open }) => {
  const person = await people.customer()
  await people.offer('USDT')
  const page = await (await open(person)).newPage()
  await page.goto('/?open=deposit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^USDT/ }).click()
  await expect(dialog.getByText('Copy address')).toBeVisible()
  const titles = await watchTitles(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await titles()).toEqual(['Deposit USDT'])
})

test('a chart uses the colours of the theme from its first paint', async ({ people, open }) => {
  const context = await open(await people.customer(), { colorScheme: 'dark' })
  const page = await context.newPage()
  const backgrounds = await watchBackgrounds(page)
  await page.goto('/futures')
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect.poll(async () => (await backgrounds()).length).toBeGreaterThan(0)
  expect(await backgrounds()).not.toContain('#ffffff')
})

/** Records what happens to the dialog after it is closed, in order. */
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

/** Records the titles that the dialog shows after this call. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.getByRole('dialog').evaluate((dialog) => {
    const titles = new Set<string | null | undefined>()
    Object.assign(window, { titles })
    const note = () => titles.add(dialog.querySelector('h2')?.textContent)
    note()
    new MutationObserver(note).observe(dialog, {
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  return () => page.evaluate(() => [...Reflect.get(window, 'titles')])
}

/** Records the fill colours of whole canvases. */
async function watchBackgrounds(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const { fillRect } = CanvasRenderingContext2D.prototype
    const backgrounds = new Set<unknown>()
    Object.assign(window, { backgrounds })
    CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
      if (width > 100 && height > 100) backgrounds.add(this.fillStyle)
      fillRect.call(this, x, y, width, height)
    }
  })
  return () => page.evaluate(() => [...(Reflect.get(window, 'backgrounds') as Set<string>)])
}
