import { useEffect, useState } from 'react'

export type ChartColours = ReturnType<typeof readChartColours>

/** The theme's colours as a canvas can take them: variables resolved to rgb(). */
export function readChartColours() {
  const probe = document.createElement('span')
  // With reduced motion everything has a short transition, which would start with the old colour.
  probe.style.transitionProperty = 'none'
  probe.style.setProperty('forced-color-adjust', 'none')
  document.body.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const up = colour('up')
  const down = colour('down')
  const accent = colour('accent')
  const bg = colour('bg')
  const colours = {
    up,
    down,
    // If the system allows only two colours, a rising candle is hollow.
    risingBody: up === down ? bg : up,
    upFaint: faint(up),
    downFaint: faint(down),
    info: colour('info'),
    accent,
    accentFaint: faint(accent),
    neutral: colour('neutral'),
    label: colour('fg-3'),
    grid: colour('surface-2'),
    chip: colour('surface-3'),
  }
  probe.remove()
  return colours
}

/** The themed parts of every chart: axes, grid, crosshair. Dates are formatted again. */
export function chartLook(colours: ChartColours) {
  return {
    timeScale: {},
    layout: { background: { color: 'transparent' }, textColor: colours.label },
    grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    crosshair: {
      vertLine: { color: colours.label, labelBackgroundColor: colours.chip },
      horzLine: { color: colours.label, labelBackgroundColor: colours.chip },
    },
  }
}

/** What a user asks the system for. */
const WISHES = [
  '(prefers-color-scheme: light)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
]

/** The result of `read`, updated when the user or the system changes the theme or the language. */
export function useThemeChange<Value>(read: () => Value): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const again = () => setValue(read())
    const chosen = new MutationObserver(again)
    const systems = WISHES.map((wish) => matchMedia(wish))
    for (const system of systems) system.addEventListener('change', again)
    chosen.observe(document.documentElement, {
      attributeFilter: ['data-theme', 'data-market', 'lang'],
    })
    return () => {
      for (const system of systems) system.removeEventListener('change', again)
      chosen.disconnect()
    }
  }, [read])
  return value
}

function faint(rgb: string): string {
  return rgb.replace('rgb(', 'rgba(').replace(')', ', 0.35)')
}
