import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** A rule that a page violates, and where. */
export interface Violation {
  /** The name of the rule. */
  readonly rule: string
  /** The affected elements, each with a description of the fault. */
  readonly places: readonly string[]
}

/**
 * Accessibility violations of a page according to axe: by all rules, including target size, which
 * axe checks only on request, or by the named ones. No page has frames, so axe is injected once per
 * page.
 */
export async function violationsOf(page: Page, ...rules: readonly string[]): Promise<Violation[]> {
  const found = await page.evaluate(violationsIn, [...rules])
  if (found) return found
  await page.evaluate(`(${withFields})((WeakMap, WeakSet) => {${axe.source}})`)
  await page.evaluate(hasten)
  return violationsOf(page, ...rules)
}

/**
 * Runs in the page. Axe is compiled for old browsers: each of the thousands of colours that it
 * creates becomes a key of seven weak maps, which costs a sixth of its time. Here, it uses
 * properties instead.
 */
function withFields(define: (map: unknown, set: unknown) => void): void {
  class Field {
    readonly #name = Symbol()
    readonly #ofNodes = new WeakMap<Node, unknown>()

    has(owner: Owner): boolean {
      return owner instanceof Node ? this.#ofNodes.has(owner) : this.#name in owner
    }

    get(owner: Owner): unknown {
      return owner instanceof Node ? this.#ofNodes.get(owner) : owner[this.#name]
    }

    set(owner: Owner, value: unknown): void {
      if (owner instanceof Node) this.#ofNodes.set(owner, value)
      else owner[this.#name] = value
    }

    add(owner: Owner): void {
      this.set(owner, true)
    }
  }
  define(Field, Field)
}

/**
 * Runs in the page. For every element, axe normally serialises its HTML, computes the style of its
 * pseudo-elements, and parses the same few colours again. Pseudo-elements in this app are lines; a
 * larger one would make the contrast of a text undetermined, which does not count as a violation.
 */
function hasten(): void {
  window.axe.configure({ noHtml: true })
  const contrast = window.axe._audit.checks['color-contrast']
  if (contrast) contrast.options.ignorePseudo = true
  const { prototype } = window.axe.commons.color.Color
  const parse = prototype.parseString
  const known = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>()
  prototype.parseString = function (text) {
    const parts = known.get(text)
    if (parts) return Object.assign(this, parts)
    const { r, g, b, alpha } = parse.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}

/** Runs in the page. @returns undefined if axe is missing */
async function violationsIn(rules: string[]): Promise<Violation[] | undefined> {
  if (!('axe' in window)) return undefined
  const only: axe.RunOptions =
    rules.length > 0
      ? { runOnly: { type: 'rule', values: rules } }
      : { rules: { 'target-size': { enabled: true } } }
  const options: axe.RunOptions = { resultTypes: ['violations'], elementRef: true, ...only }
  const { violations } = await window.axe.run(document, options)
  return violations.map(({ id, nodes }) => ({
    rule: id,
    places: nodes.map(
      ({ element, failureSummary = '' }) => `${element?.outerHTML.slice(0, 300)} ${failureSummary}`,
    ),
  }))
}

type Owner = Node | Record<symbol, unknown>

/** Parts of axe that are missing from its types. */
interface Unlisted {
  readonly commons: { readonly color: { readonly Color: { readonly prototype: Color } } }
  readonly _audit: {
    readonly checks: Readonly<Record<string, { readonly options: { ignorePseudo: boolean } }>>
  }
}

interface Color {
  r: number
  g: number
  b: number
  alpha: number
  parseString(text: string): Color
}

declare global {
  interface Window {
    readonly axe: typeof axe & Unlisted
  }
}
