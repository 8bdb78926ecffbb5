import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** A rule that a page breaks, and where it does. */
export interface Barrier {
  /** The name of the rule. */
  readonly rule: string
  /** Each element and what is wrong with it. */
  readonly places: readonly string[]
}

/**
 * Accessibility violations of a page by axe's rules: all rules and the size of
 * targets, which axe leaves out unless asked, or the named ones. No page has frames, so axe is
 * injected once per page.
 */
export async function barriersOf(page: Page, ...rules: readonly string[]): Promise<Barrier[]> {
  const isReady = await page.evaluate(() => 'axe' in window)
  if (!isReady) await page.evaluate(axe.source)
  const violations = await page.evaluate(violationsIn, [...rules])
  return violations.map(({ id, nodes }) => ({
    rule: id,
    places: nodes.map(({ html, failureSummary = '' }) => `${html} ${failureSummary}`),
  }))
}

/** Runs in the page. */
async function violationsIn(rules: string[]): Promise<axe.Result[]> {
  const only: axe.RunOptions =
    rules.length > 0
      ? { runOnly: { type: 'rule', values: rules } }
      : { rules: { 'target-size': { enabled: true } } }
  const { violations } = await window.axe.run(document, { resultTypes: ['violations'], ...only })
  return violations
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
