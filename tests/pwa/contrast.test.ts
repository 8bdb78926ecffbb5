import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Colour = readonly [red: number, green: number, blue: number]
type Tokens = Readonly<Record<string, string>>

const read = (name: string) =>
  readFileSync(new URL(`../../pwa/theme/${name}`, import.meta.url), 'utf8')

const TOKENS = read('tokens.css')
const CONTRAST = read('contrast.css')

/** The tokens set by the first rule after a selector. */
function tokensAfter(css: string, selector: string): Tokens {
  const [, block = ''] = css.slice(css.indexOf(selector)).split(/[{}]/, 2)
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => m.slice(1, 3)),
  )
}

const USUAL = tokensAfter(TOKENS, ':root')
const MORE = tokensAfter(CONTRAST, ':root')
const MARKETS = ['green-red', 'red-green', 'blue-orange'] as const

function tokensOf(market: string, isMore: boolean): Tokens {
  return {
    ...USUAL,
    ...(isMore ? MORE : {}),
    ...tokensAfter(TOKENS, `[data-market="${market}"]`),
  }
}

/** The value of a token in a theme. */
function colourOf(tokens: Tokens, name: string, isDark: boolean): Colour {
  const value = tokens[name] ?? ''
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (alias) return colourOf(tokens, alias, isDark)
  const found = [...value.matchAll(/#([0-9a-f]{6})/g)].map(([, hex = '']) => hex)
  const hex = (isDark ? found[1] : found[0]) ?? found[0]
  if (!hex) throw new Error(`--${name} is not a colour: ${value}`)
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(0), part(2), part(4)]
}

/** WCAG 2.2, contrast ratio. */
function ratio(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A tint, such as `bg-up/12`, on a background. */
function tinted(colour: Colour, share: number, ground: Colour): Colour {
  const mixed = (at: 0 | 1 | 2) => colour[at] * share + ground[at] * (1 - share)
  return [mixed(0), mixed(1), mixed(2)]
}

const GROUNDS = ['bg', 'surface', 'surface-2', 'surface-3'] as const
/** The backgrounds of tinted badges, notices and the order book. */
const TINTED_GROUNDS = ['bg', 'surface'] as const
const TINT = 0.12
const CASES = MARKETS.flatMap((market) =>
  [false, true].flatMap((isDark) => [false, true].map((isMore) => ({ market, isDark, isMore }))),
)

test('black on white is 21 to 1', () => {
  expect(ratio([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
})

describe.each(CASES)('in the colours $market, dark $isDark, more contrast $isMore', (given) => {
  const tokens = tokensOf(given.market, given.isMore)
  const colour = (name: string) => colourOf(tokens, name, given.isDark)
  const least = given.isMore ? 7 : 4.5

  test.each(['up', 'down', 'success', 'danger', 'info', 'warn', 'accent', 'fg', 'fg-2'])(
    'text in the colour %s can be read on every background',
    (name) => {
      const plain = GROUNDS.map((ground) => ratio(colour(name), colour(ground)))
      const tints = TINTED_GROUNDS.map((ground) =>
        ratio(colour(name), tinted(colour(name), TINT, colour(ground))),
      )
      expect(Math.min(...plain, ...tints)).toBeGreaterThanOrEqual(least)
    },
  )

  test.each(['up', 'down', 'success', 'danger', 'info'])(
    'text on a fill of %s can be read',
    (name) => {
      expect(ratio(colour(`on-${name}`), colour(name))).toBeGreaterThanOrEqual(least)
    },
  )

  test('controls can be distinguished from their background', () => {
    const edges = [given.isMore ? ['control', 'line'] : ['control']].flat()
    const ratios = edges.flatMap((edge) =>
      (['bg', 'surface', 'surface-2'] as const).map((on) => ratio(colour(edge), colour(on))),
    )
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3)
  })
})
